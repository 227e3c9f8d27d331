import Diagnostics
import EventSourcing
import Reports
import Simulation
import Traces

/// A profile, or a value of a reading, under which the events of a trace are folded.
public struct Variant: Sendable {
  /// The name that the command line has for it.
  public var name: String
  /// The change of the header's profile and readings, and of those of every `readings_set`.
  public var override: ReadingsChange

  /// Names a change of profile and readings.
  public init(name: String, override: @escaping ReadingsChange) {
    self.name = name
    self.override = override
  }
}

/// The events of a trace whose outcome depends on the variant under which they are folded.
public struct VariantComparison: Equatable, Sendable {
  /// The file's name.
  public let file: String
  /// The instant from which durations are counted.
  public let started: Instant
  /// The names of the variants compared, in the order asked for.
  public var variants: [String]
  /// The events after which they order different effects.
  public internal(set) var differences = FirstOf<VariantDifference>(1_000)
  /// All such events in groups by the effects that differ; a group stands where its first event
  /// does.
  public var groups: [Group] { byKey.values }
  /// The number of events folded.
  public var events: Int64 = 0
  /// The ways in which the trace ends that the verdict does not depend on: it was cut or damaged.
  public internal(set) var warnings: [Diagnostic] = []
  private(set) var byKey = KeyedList<[String], Group>()

  /// Events of one name after which the same effects differ.
  public struct Group: Equatable, Sendable {
    /// The name of the events.
    public var event: String
    /// The names of the effects that not all variants order alike.
    public var effects: [String]
    /// The number of events.
    public var count = 0
    /// The first of them.
    public var first: ErasedRecord
  }
}

/// One event after which variants order different effects.
public struct VariantDifference: Equatable, Sendable {
  /// The event.
  public var event: ErasedRecord
  /// The effects that it leads to; variants that agree stand together, in the order asked for.
  public var outcomes: [Outcome]

  /// The effects that some of the variants order.
  public struct Outcome: Equatable, Sendable {
    /// The variants that order it.
    public var variants: [String]
    /// The effects by name, with their fields.
    public var effects: [Value.Field]
  }

  /// The names of the effects that not all variants order alike, each once.
  var effects: [String] {
    outcomes.flatMap { $0.effects.map { $0.name } }.eachOnce().filter { name in
      let sides = outcomes.map { $0.effects.filter { $0.name == name } }
      return sides.contains { $0 != sides[0] }
    }
  }
}

extension VariantComparison {
  /// Adds an event after which not all variants order the same effects.
  mutating func add<Effect: Vocabulary>(_ event: ErasedRecord, ordering ordered: [[Effect]]) {
    let difference = VariantDifference(
      event: event,
      outcomes: ordered.eachOnce().map { effects in
        VariantDifference.Outcome(
          variants: zip(variants, ordered).filter { $1 == effects }.map { $0.0 },
          effects: effects.map { Value.Field(name: $0.name.description, value: $0.value) })
      })
    differences.append(difference)
    let effects = difference.effects
    let group = Group(event: event.name, effects: effects, first: event)
    byKey[[event.name] + effects, default: group].count += 1
  }
}

extension VariantComparison: VerbReport {
  package var verdict: Verdict { differences.isEmpty ? .clean : .finding }

  package var findings: [Diagnostic] {
    let first = differences.first.map { difference in
      let event = difference.event
      let names = variants.joined(separator: ", ")
      let effects = groups.first?.effects.joined(separator: ", ") ?? ""
      return Diagnostic(
        .outcomesDiffer, "\(event.name) leads to other effects under \(names): \(effects)",
        at: Place(file: file, line: event.line ?? 1, column: 1), labels: [])
    }
    return [first].compactMap { $0 } + warnings
  }

  package static let reported = ReportMembers<VariantComparison> { it in
    it("file", { $0.file }, "The trace.")
    it("variants", { $0.variants }, "The profiles or readings that are compared.")
    it("events", { $0.events }, "The number of events folded.")
    it("differing", { $0.differences.total }, "The number of events with another outcome.")
    it.list("groups", { $0.groups }, "These events by what they order differently.") {
      $0("event", { $0.event })
      $0("effects", { $0.effects }, "The effects that not all variants order alike.")
      $0("count", { $0.count })
      $0("first", { $0.first })
    }
    it.list("differences", { Array($0.differences) }, "The first of these events.") {
      difference in
      difference("event", { $0.event })
      difference.list(
        "outcomes", { $0.outcomes }, "What each variant orders; variants that agree stand together."
      ) {
        $0("variants", { $0.variants })
        $0.list("effects", { $0.effects }) { effect in
          effect("name", { $0.name })
          effect("data", { $0.value }, form: .object)
        }
      }
    }
  }
}
