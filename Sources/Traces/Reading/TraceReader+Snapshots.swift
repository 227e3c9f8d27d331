import Diagnostics
import EventSourcing
import JSON

extension TraceReader {
  /// Whether `line` holds exactly `snapshot`; a line in our writer's form is not read for that.
  public mutating func records<R: Record>(
    _ snapshot: R, in line: TraceLine
  ) throws(Diagnostic) -> Bool {
    if isCanonical(snapshot, in: line) { return true }
    return try self.snapshot(line, like: snapshot) == snapshot
  }

  /// Reads the snapshot of `line` as a record like `sample`.
  ///
  /// What is not written as it was read is refused: it is no state that the machine could have.
  public mutating func snapshot<R: Record>(
    _ line: TraceLine, like sample: R
  ) throws(Diagnostic) -> R {
    reader.scanner = JSONScanner(bytes, from: line.data.lowerBound)
    reader.anyOrder = false
    // Whatever is wrong is found again, with the right place, by the careful way.
    if let quick = try? reader.record(sample), isCanonical(quick, in: line) { return quick }
    do {
      let (value, isSound) = try carefulSnapshot(line, like: sample)
      if isSound { return value }
    } catch {
      throw diagnostic(error)
    }
    throw refusal("read and written again, it is another one")
  }

  /// A finding about the snapshot read last.
  package func refusal(_ reason: String) -> Diagnostic {
    Diagnostic(
      .wrongSnapshot, "this snapshot holds no state that the machine could have", at: wholeLine,
      notes: [reason])
  }

  private func isCanonical<R: Record>(_ snapshot: R, in line: TraceLine) -> Bool {
    var matcher = JSONMatcher(into: ByteComparison(with: bytes, from: line.data.lowerBound))
    _ = matcher.record(snapshot)
    return matcher.sink.agrees(upTo: line.data.upperBound)
  }

  /// The snapshot with its members in any order, and whether it is written as it was read.
  private mutating func carefulSnapshot<R: Record>(
    _ line: TraceLine, like sample: R
  ) throws(JSONError) -> (R, Bool) {
    var found = line
    if line.isOwnForm, case .record(let record) = try anyEnvelope() { found = record }
    reader.members.removeAll(keepingCapacity: true)
    reader.anyOrder = true
    reader.lenient = false
    reader.scanner = JSONScanner(bytes, from: found.data.lowerBound)
    let value = try reader.record(sample)
    var source = JSONScanner(bytes, from: found.data.lowerBound)
    return (value, try source.tree().inOrder == JSONTree(canonicalJSON(of: value)).inOrder)
  }
}

extension JSONTree {
  /// The same value with the members of objects by name, and without those that are null.
  fileprivate var inOrder: JSONTree {
    switch self {
    case .object(let members):
      .object(
        members.filter { $0.value != .null }.map { Member($0.name, $0.value.inOrder) }
          .sorted { precedes($0.name, $1.name) })
    case .list(let elements): .list(elements.map { $0.inOrder })
    case .text, .number, .boolean, .null: self
    }
  }
}
