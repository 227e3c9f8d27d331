import EventSourcing
import JSON
import Replay
import Reports
import Simulation
import Traces

/// Writes records and requests as elements of JSON lists.
public final class TimelineJSON {
  private var filter: TimelineFilter
  private var spans = RequestSpans()

  /// Writes what `filter` selects.
  public init(_ filter: TimelineFilter) { self.filter = filter }

  /// Whether the record has to be read.
  public func wants(_ outline: ErasedRecord) -> Bool { filter.wants(outline) }

  /// Writes a record as an element of `list`, if it is selected.
  public func write(_ shown: TimelineRecord, to list: inout JSONOutput) {
    guard filter.selects(shown) else { return }
    spans.add(shown)
    shown.write(to: &list)
  }

  /// The requests among the records written so far, each with its answer if it has one.
  package var requests: [RequestSpan] { spans.spans }
}

extension RequestSpan: ReportedRecord {
  package static let reported = ReportMembers<RequestSpan> { span in
    span("party", { $0.key.party }, "The device that asks.")
    span("request", { $0.key.number }, "The device's number for it.")
    span("name", { $0.name }, "The effect that sends it.")
    span("seq", { $0.seq })
    span("at", { $0.at })
    span("answer", { $0.answer?.seq }, "The record with the answer.")
    span("answered_at", { $0.answer?.at })
    span("answered_by", { $0.answer?.name })
  }
}

extension TimelineStatistics: ReportedRecord {
  /// The members of the report: times in milliseconds, rates over the whole range in tenths.
  package static let reported = ReportMembers<TimelineStatistics> { it in
    it("records", { $0.records }, "The number of records counted.")
    it("from", { $0.range?.lowerBound }, "The first instant that is counted.")
    it("to", { $0.range?.upperBound }, "The last instant that is counted.")
    it.list("counts", { all in all.rows.map { (all, $0) } }, "By party, kind and name.") { count in
      count("party", { $0.1.party })
      count("kind", { $0.1.kind })
      count("name", { $0.1.name })
      count("count", { $0.1.count })
      count("first", { $0.1.first })
      count("last", { $0.1.last })
      count("tenths_per_hour", { $0.tenfoldRate(of: $1, per: .hours(1)) })
      count("tenths_per_day", { $0.tenfoldRate(of: $1, per: .days(1)) })
      count.object("gaps", ifPresent: { $0.1.gaps }, "The times from one to the next.") { gaps in
        gaps("least", { $0.least })
        gaps("median", { $0.median })
        gaps("most", { $0.most })
      }
    }
  }
}

// The page must tell an instant from a number: {"@i": milliseconds} is an instant and {"@s": …} a
// duration. A field whose own name begins with '@' gets a second one.
extension JSONOutput {
  /// Writes a value as an element of a list, its types included.
  package mutating func typedElement(_ value: Value) {
    switch value {
    case .null, .boolean, .integer, .text, .personal: element(value)
    case .instant(let instant): object { $0.member("@i", instant.milliseconds) }
    case .span(let span): object { $0.member("@s", span.milliseconds) }
    case .list(let values): list { list in values.forEach { list.typedElement($0) } }
    case .fields(let fields):
      object { object in
        for field in fields { object.typedMember(pageName(field.name), field.value) }
      }
    }
  }

  /// Writes a value under a name, its types included.
  package mutating func typedMember(_ name: String, _ value: Value) {
    member(name) { $0.typedElement(value) }
  }
}

func pageName(_ name: String) -> String { name.hasPrefix("@") ? "@" + name : name }

extension JSONOutput {
  /// Writes what the records of each name have in common, with the sentence about the name.
  package mutating func member(
    names: [TraceIndex.Name], _ words: [AnySystem.Word]
  ) {
    list("names") { list in
      for name in names {
        list.list { list in
          list.element(name.name)
          list.element(name.kind.rawValue)
          list.element(name.part)
          list.element(words.first { $0.name == name.name }?.summary ?? "")
        }
      }
    }
  }

  /// Writes the sets of effects that gates hold back.
  package mutating func member(effects: [[String]]) {
    list("effects") { list in
      for set in effects { list.list { list in set.forEach { list.element($0) } } }
    }
  }

  /// Writes what each gate says, and whether time alone opens it.
  package mutating func member(gates: [GateBars.Gate]) {
    list("gates") { list in
      for gate in gates {
        list.list { list in
          list.element(gate.name)
          list.element(gate.summary)
          list.element(gate.isTimed)
        }
      }
    }
  }
}

extension ErasedHeader: ReportedRecord {
  package static let reported = ReportMembers<ErasedHeader> { head in
    head("sdk", { $0.sdk })
    head("engine", { $0.engine })
    head("profile", { $0.profile })
    head("origin", { $0.origin })
    head("started", { $0.started })
  }
}
