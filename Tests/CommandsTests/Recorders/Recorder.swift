import Foundation

/// Appends what happens to one device to a file, a line of a trace at a time.
final class Recorder {
  private let file: FileHandle
  private let clock: () -> Int64
  private var seq = 0
  private var at: Int64

  init(_ file: FileHandle, sdk: String, origin: String, clock: @escaping () -> Int64) throws {
    (self.file, self.clock, at) = (file, clock, clock())
    try write(["pushtrace": 1, "sdk": sdk, "origin": origin, "started": at])
  }

  /// Something happened; an answer names the effect that it answers as its cause.
  func event(_ name: String, _ data: [String: Any], cause: Int? = nil) throws -> Int {
    try record(["event": name, "data": data], cause)
  }

  /// The SDK did something because of the event with the number `cause`.
  func effect(_ name: String, _ data: [String: Any], cause: Int) throws -> Int {
    try record(["effect": name, "data": data], cause)
  }

  private func record(_ members: [String: Any], _ cause: Int?) throws -> Int {
    (seq, at) = (seq + 1, max(at, clock()))  // the wall clock may go back, a trace may not
    var line = members.merging(["seq": seq, "at": at]) { $1 }
    line["cause"] = cause
    try write(line)
    return seq
  }

  private func write(_ line: [String: Any]) throws {
    try file.write(contentsOf: JSONSerialization.data(withJSONObject: line) + Data("\n".utf8))
  }
}
