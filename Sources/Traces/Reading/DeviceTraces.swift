import Diagnostics
import JSON

/// The lines of one device among those of many, as a trace of its own.
public struct DeviceTrace: Equatable, Sendable {
  /// The device's name, as its lines have it.
  public var device: String
  /// The lines without the member that names the device.
  public var bytes: [UInt8]
  /// Whether more lines followed than are kept of one device.
  public var isTooLong = false

  /// Names a device's trace.
  public init(device: String, bytes: [UInt8]) {
    self.device = device
    self.bytes = bytes
  }
}

/// Takes the traces of many devices apart that come as one stream, grouped by device and each in
/// order: every line is a line of a trace with the member `"device"` in front.
///
/// Memory holds one device at a time, and of that at most as many bytes as its owner allows.
public struct DeviceTraces {
  private let file: String
  private let limit: Int
  private var lines: LineBuffer
  private var current: DeviceTrace?
  /// The error that ends the reading once the current device has been returned.
  private var failure: Diagnostic?
  /// The name of the current device as it was written, so that most lines need no new text.
  private var spelling: [UInt8] = []

  /// Reads `source`, keeping at most `limit` bytes of one device.
  public init(file: String, limit: Int, source: @escaping ByteSource) {
    self.file = file
    self.limit = limit
    lines = LineBuffer(file: file, source: source)
  }

  /// The next device; `nil` after the last one. Throws at a line that names no device, when the
  /// devices before it have been returned.
  public mutating func next() throws(Diagnostic) -> DeviceTrace? {
    if failure == nil {
      do throws(Diagnostic) {
        while let line = try lines.next() {
          // The line lies in the buffer.
          defer { withExtendedLifetime(lines) {} }
          if let finished = try take(line) { return finished }
        }
      } catch {
        failure = error
      }
    }
    defer { current = nil }
    if let current { return current }
    if let failure { throw failure }
    return nil
  }

  /// Adds a line.
  ///
  /// - Returns: The device before it, where the line belongs to another one.
  private mutating func take(
    _ line: UnsafeBufferPointer<UInt8>
  ) throws(Diagnostic) -> DeviceTrace? {
    var scanner = JSONScanner(line)
    let name: JSONString
    do throws(JSONError) {
      name = try scanner.deviceName()
    } catch {
      throw refusal(error, line)
    }
    var finished: DeviceTrace?
    let written = line[name.start..<name.end]
    if !written.elementsEqual(spelling) || current == nil {
      let device = scanner.text(name)
      if device != current?.device {
        finished = current
        current = DeviceTrace(device: device, bytes: [])
      }
      spelling = Array(written)
    }
    append(line[scanner.position...])
    return finished
  }

  /// Adds the rest of a line. The last one has no line end, so that a torn one counts as torn.
  private mutating func append(_ rest: Slice<UnsafeBufferPointer<UInt8>>) {
    let room = limit - (current?.bytes.count ?? 0)
    guard room >= rest.count + 2 else {
      current?.isTooLong = true
      return
    }
    if current?.bytes.isEmpty == false { current?.bytes.append(UInt8(ascii: "\n")) }
    current?.bytes.append(UInt8(ascii: "{"))
    current?.bytes.append(contentsOf: rest)
  }

  private func refusal(_ error: JSONError, _ line: UnsafeBufferPointer<UInt8>) -> Diagnostic {
    var finding = error.diagnostic(.noDevice, in: line, file: file, line: lines.number)
    finding.message = "this line does not begin with the name of its device"
    finding.notes.append(
      "help: each line is a line of a trace with its device in front: "
        + #"{"device":"d-17","seq":1,"at":…}"#)
    return finding
  }
}

extension JSONScanner {
  /// Passes over the opening brace and the member that names the device; what follows is the rest
  /// of the object.
  fileprivate mutating func deviceName() throws(JSONError) -> JSONString {
    try expect(UInt8(ascii: "{"), "a record: an object in braces")
    let member = try memberName()
    guard text(member) == "device" else {
      throw JSONError(.expected("\"device\""), at: member.start, to: member.end)
    }
    let name = try string()
    skipSpace()
    guard take(UInt8(ascii: ",")) || next == UInt8(ascii: "}") else {
      throw JSONError(.expected("',' or '}'"), at: position)
    }
    return name
  }
}
