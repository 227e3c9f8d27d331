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
  package private(set) var parties: [String] = []
  /// The names in order of appearance.
  package private(set) var names: [Name] = []
  private(set) var count = 0

  private var partyIndexes: [String: Int] = [:]
  private var nameIndexes: [Name: Int] = [:]
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
      TraceIndex.index(of: record.party, in: &partyIndexes, &parties),
      TraceIndex.index(of: name, in: &nameIndexes, &names)
    )
  }

  private static func index<Key: Hashable>(
    of key: Key, in indexes: inout [Key: Int], _ all: inout [Key]
  ) -> Int {
    if let index = indexes[key] { return index }
    indexes[key] = all.count
    all.append(key)
    return all.count - 1
  }

  func row(of seq: Int64) -> Int32? { rows[seq].map { Int32($0) } }

  /// The row of each request and of its answer, or -1.
  var spans: [(request: Int32, answer: Int32)] {
    requests.spans.map { span in
      (row(of: span.seq) ?? -1, span.answer.flatMap { row(of: $0.seq) } ?? -1)
    }
  }
}
