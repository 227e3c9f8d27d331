import Diagnostics
import EventSourcing
import JSON
import Replay
import SpecFormat
import Traces

/// The records of a trace that the file of another program says, before anything checks that a
/// machine has such records.
public struct ForeignLog: Sendable {
  /// A record with its place.
  public struct Line: Sendable {
    var place: ForeignPlace
    /// The record that the line holds.
    public var record: ForeignRecord
    /// Whether the file says when it was; 1970 stands in the record otherwise.
    var hasTime = true
  }

  /// A part of the file that becomes no record.
  public struct Other: Sendable {
    var place: ForeignPlace
    var problem: ForeignProblem
  }

  /// The file's name, for places.
  public let file: String
  /// The header of the trace, where the file has one.
  public internal(set) var header: JSONTree?
  var placeOfHeader = ForeignPlace(line: 1)
  /// The records in the order of the file.
  public internal(set) var lines: [Line] = []
  /// The parts of the file that become no record, by their lines.
  public internal(set) var others: [Other] = []
  /// The number of blank lines.
  public internal(set) var blank = 0
  /// The map by which its lines are read, and which of its paths lead to nothing so far.
  let map: ImportMap?
  var unfound: [UnfoundPath]
  /// The first record whose time was read in the map's unit: lines of traces have their own.
  var firstInUnit: Line?
  let bytes: [UInt8]

  /// Whether the file has no bytes.
  public var isEmpty: Bool { bytes.isEmpty }

  init(_ bytes: [UInt8], file: String, _ map: ImportMap? = nil) {
    self.bytes = bytes
    self.file = file
    self.map = map
    unfound = map.map { UnfoundPath.all(in: $0) } ?? []
  }

  /// Hands every JSON value of a file to `take`, with its place; what that throws is noted there.
  init(
    _ bytes: [UInt8], file: String, _ map: ImportMap?,
    _ take: (inout ForeignLog, JSONTree, ForeignPlace) throws(ForeignProblem) -> Void
  ) {
    self.init(bytes, file: file, map)
    let documents = JSONDocuments(bytes)
    blank = documents.blank
    for other in documents.others { note(other.problem, at: other.place) }
    for (place, tree) in documents.values {
      do throws(ForeignProblem) { try take(&self, tree, place) } catch { note(error, at: place) }
    }
    leaveOutTimeless()
    others = others.stablySorted { $0.place.line }
  }

  mutating func add(_ place: ForeignPlace, _ record: ForeignRecord, hasTime: Bool = true) {
    lines.append(Line(place: place, record: record, hasTime: hasTime))
  }

  mutating func passOver(_ place: ForeignPlace, _ reason: String, proposal: String = "") {
    note(ForeignProblem(.passedOver, reason, proposal: proposal), at: place)
  }

  mutating func note(_ problem: ForeignProblem, at place: ForeignPlace) {
    others.append(Other(place: place.below(problem.path), problem: problem))
  }

  /// Takes the header of a trace, which stands under `member` of the value there.
  mutating func takeHeader(_ tree: JSONTree?, _ place: ForeignPlace, under member: String? = nil) {
    guard header == nil else { return passOver(place, "another header") }
    guard let tree, tree != .null else {
      let reason = "a header cannot be used: it has no \(member ?? "members")"
      return note(ForeignProblem(.unusable, reason), at: place)
    }
    guard tree["sdk"]?.text != nil else {
      let reason = "a header cannot be used: it names no system"
      return note(ForeignProblem(.unusable, reason, at: member), at: place)
    }
    header = tree
    placeOfHeader = member.map { place.below([.member($0)]) } ?? place
  }

  /// Leaves out the records without a time. Other programs leave a zero away, so the header may say
  /// that the trace begins at zero.
  private mutating func leaveOutTimeless() {
    if header?["started"]?.text == "0" { return }
    for line in lines where !line.hasTime {
      let name = CloudEventType.name(of: line.record.kind, line.record.name)
      note(ForeignProblem(.unusable, "'\(shortened(name))' has no time"), at: line.place)
    }
    lines.removeAll { !$0.hasTime }
  }
}

/// A record as another program wrote it.
public struct ForeignRecord: Hashable, Sendable {
  /// The kind of the record.
  public var kind: ErasedRecord.Kind
  /// The event or effect, the hash of a state, or the text of a note; a snapshot has none.
  public var name: String
  /// The instant at which it happened.
  public var at: Instant
  /// The party of the record; `nil` where the file does not say.
  public var party: String?
  /// The source within which its id is unique; `nil` where ids are unique in the whole file.
  public var source: String?
  /// The name by which other records call it as their cause.
  public var id: String?
  /// The record that led to it.
  public var cause: String?
  /// Its place among records of one instant, where the file numbers them.
  public var order: Int64?
  /// Its fields.
  public var data: JSONTree = .object([])
}

/// A name of a record within the source that wrote it.
struct ForeignID: Hashable {
  let source: String?
  let id: String
}

extension ForeignRecord {
  /// Completes an id by the source of this record.
  func name(of id: String?) -> ForeignID? { id.map { ForeignID(source: source, id: $0) } }
}
