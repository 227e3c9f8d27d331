import EventSourcing
import Traces

/// The features by which a record is recognised, so that two traces can be aligned without being
/// held in memory.
///
/// Hashes of 64 bits stand for texts and fields; they are the same in every process.
package struct RecordKey {
  let cause: Int64?
  /// Milliseconds since the trace's start.
  let at: Int64
  /// The party alone.
  let party: UInt64
  /// Kind, party and name.
  let identity: UInt64
  /// The same hash without the fields that depend only on the record's place: counters, instants
  /// and the hash of a state.
  package let content: UInt64
  /// The same with all fields, instants counted from the start.
  let whole: UInt64
  /// A bit for each field and value, by which records that differ are weighed.
  let fields: UInt64
  let request: Int64?
  /// The numbers of the entries of a batch.
  let entries: [Int64]

  package init(_ record: ErasedRecord, from start: Instant) {
    cause = record.cause
    at = (record.at - start).milliseconds
    party = mixed(1, record.party)
    identity = mixed(mixed(party, record.kind.rawValue), record.name)
    var hasher = FieldHasher(start: start, request: record.requestField, seed: identity)
    hasher.add(record.fields, named: record.kind == .state ? "state" : "", path: 7)
    content = hasher.content
    whole = hasher.whole
    fields = hasher.fields
    request = record.request
    entries = hasher.entries
  }

  /// Measures how much of the fields is the same, from 0 to 8.
  func similarity(to other: RecordKey) -> Int32 {
    let all = (fields | other.fields).nonzeroBitCount
    return all == 0 ? 8 : Int32(8 * (fields & other.fields).nonzeroBitCount / all)
  }

  /// The field with the number by which an entry of a batch is counted once.
  static let entry = "entry"
}

/// Hashes the fields of a record in three ways at once.
private struct FieldHasher {
  let start: Instant
  let request: String?
  private(set) var content: UInt64
  private(set) var whole: UInt64
  private(set) var fields: UInt64 = 0
  private(set) var entries: [Int64] = []

  init(start: Instant, request: String?, seed: UInt64) {
    self.start = start
    self.request = request
    content = seed
    whole = seed
  }

  mutating func add(_ value: Value, named name: String, path: UInt64) {
    switch value {
    case .null: leaf(path, 11)
    case .boolean(let truth): leaf(path, truth ? 13 : 17)
    case .integer(let number):
      let isEntry = name == RecordKey.entry
      if isEntry { entries.append(number) }
      leaf(path, UInt64(bitPattern: number), follows: isEntry || name == request)
    case .text(let text), .personal(let text):
      leaf(path, mixed(19, text), follows: name == "state")
    case .instant(let instant):
      leaf(path, UInt64(bitPattern: (instant - start).milliseconds), follows: true)
    case .span(let span): leaf(path, UInt64(bitPattern: span.milliseconds))
    case .list(let values):
      leaf(path, mixed(23, UInt64(values.count)))
      // Without its place an element keeps its bit when another one is put before it.
      for value in values { add(value, named: name, path: mixed(path, 29)) }
    case .fields(let members):
      for member in members {
        let inner = name == "state" ? name : member.name
        add(member.value, named: inner, path: mixed(path, member.name))
      }
    }
  }

  /// `follows` marks a value that changes with the record's place alone.
  private mutating func leaf(_ path: UInt64, _ value: UInt64, follows: Bool = false) {
    let all = mixed(path, value)
    whole = mixed(whole, all)
    content = mixed(content, follows ? path : all)
    if !follows { fields |= 1 << (all >> 58) }
  }
}

private func mixed(_ hash: UInt64, _ value: UInt64) -> UInt64 {
  var mixed = (hash ^ value) &* 0x9E37_79B1_85EB_CA87
  mixed ^= mixed >> 29
  mixed = mixed &* 0xC2B2_AE3D_27D4_EB4F
  return mixed ^ (mixed >> 32)
}

private func mixed(_ hash: UInt64, _ text: String) -> UInt64 { mixed(hash, textHash(text)) }

/// The FNV-1a hash of a text.
func textHash(_ text: String) -> UInt64 {
  text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
}
