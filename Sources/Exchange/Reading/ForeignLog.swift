import Diagnostics
import EventSourcing
import JSON
import Traces

/// What the file of another program says as records of a trace, before anything checks that a
/// machine has such records.
public struct ForeignLog: Sendable {
  /// A record with the line that it comes from.
  public struct Line: Sendable {
    /// The line, from 1; of an element of a list, the line on which it begins.
    public var number: Int
    /// What it says.
    public var record: ForeignRecord
  }

  /// A line that says nothing about the machine.
  public struct Other: Sendable {
    /// The line, from 1.
    public var number: Int
    /// Why it is no record.
    public var reason: String
  }

  /// The file's name, for places.
  public let file: String
  /// The header of the trace, where the file has one.
  public internal(set) var header: JSONTree?
  /// The records in the order of the file.
  public internal(set) var lines: [Line] = []
  /// The lines of other programs.
  public internal(set) var others: [Other] = []
  /// How many lines are blank.
  public internal(set) var blank = 0

  init(file: String) { self.file = file }

  /// Hands every JSON value of a file to `take`, with its line.
  init(_ bytes: [UInt8], file: String, _ take: (inout ForeignLog, JSONTree, Int) -> Void) {
    self.init(file: file)
    let documents = JSONDocuments(bytes)
    blank = documents.blank
    for (line, _) in documents.others { passOver(line, "no JSON") }
    for (line, tree) in documents.values { take(&self, tree, line) }
    others.sort { $0.number < $1.number }
  }

  mutating func add(_ number: Int, _ record: ForeignRecord) {
    lines.append(Line(number: number, record: record))
  }

  mutating func passOver(_ number: Int, _ reason: String) {
    others.append(Other(number: number, reason: reason))
  }
}

/// A record as another program wrote it.
public struct ForeignRecord: Hashable, Sendable {
  /// The kind of the record.
  public var kind: ErasedRecord.Kind
  /// The event or effect, the hash of a state, or the text of a note; a snapshot has none.
  public var name: String
  /// When it happened.
  public var at: Instant
  /// Whose record it is; `nil` where the file does not say.
  public var party: String?
  /// What other records call it as their cause.
  public var id: String?
  /// The record that led to it.
  public var cause: String?
  /// Its place among records of one instant, where the file numbers them.
  public var order: Int64?
  /// Its fields.
  public var data: JSONTree = .object([])
}
