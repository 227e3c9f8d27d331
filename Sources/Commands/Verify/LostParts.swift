import Diagnostics
import Live
import Replay

/// The parts that a repair sets aside, in a file of its own; without any there is no file.
struct LostParts: ~Copyable {
  private let path: String
  private var draft: FileDraft?
  private var kept: [Diagnostic] = []
  private var places = 0

  init(beside target: String) { path = "\(target).lost" }

  /// Adds a line behind its number, as 'grep -n' shows lines.
  mutating func add(_ line: LostLine) throws(OutputFailure) {
    try write("\(line.number):", line.bytes)
    if kept.count < LostParts.few { kept.append(line.finding) }
  }

  /// Adds bytes of a log behind their segment, offset and number.
  mutating func add(_ bytes: LostBytes) throws(OutputFailure) {
    try write("\(bytes.segment):\(bytes.offset):\(bytes.bytes.count):", bytes.bytes)
    places += 1
  }

  private mutating func write(_ place: String, _ bytes: [UInt8]) throws(OutputFailure) {
    if draft == nil { draft = try FileDraft(path) }
    try draft?.write(Array(place.utf8) + bytes + [0x0A])
  }

  private static var few: Int { 20 }

  /// Puts the file in its place.
  consuming func finish() throws(OutputFailure) -> Repair.Lost? {
    guard let draft else { return nil }
    let lost = Repair.Lost(path: path, places: places, findings: kept)
    try draft.finish()
    return lost
  }
}
