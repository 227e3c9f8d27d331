import EventSourcing
import Replay
import Traces

/// The parties and names of a trace, to which its records refer by index, and its requests.
package struct TraceIndex: Sendable {
  package struct Name: Hashable, Sendable {
    package var name: String
    package var kind: ErasedRecord.Kind
    package var part: String
  }

  /// The parties in order of appearance.
  package var parties: [String] { knownParties.keys }
  /// The names in order of appearance.
  package var names: [Name] { knownNames.keys }
  private(set) var count = 0

  private var knownParties = KeyedList<String, Void>()
  private var knownNames = KeyedList<Name, Void>()
  private var rows = Renumbering()
  private var requests = RequestSpans()

  /// Adds the next record.
  ///
  /// - Returns: The indexes of its party and its name.
  mutating func add(_ shown: TimelineRecord) -> (party: Int, name: Int) {
    let record = shown.record
    rows.add(old: record.seq, new: Int64(count))
    count += 1
    requests.add(shown)
    let name = Name(name: record.name, kind: record.kind, part: shown.part.name ?? "other")
    return (
      knownParties.place(of: record.party, default: ()), knownNames.place(of: name, default: ())
    )
  }

  func row(of seq: Int64) -> Int32? { rows[seq].map { Int32($0) } }

  /// The row of each request and of its answer, or -1.
  var spans: [Int32] {
    requests.spans.flatMap { span in
      [row(of: span.seq) ?? -1, span.answer.flatMap { row(of: $0.seq) } ?? -1]
    }
  }
}
