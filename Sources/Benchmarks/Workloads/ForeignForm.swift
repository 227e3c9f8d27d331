import EventSourcing
import Foundation

/// A trace as another recorder could have written it: the members of every object the other way
/// round, with spaces between them.
enum ForeignForm {
  /// Writes the trace at `path` to `target`; its last line has the hash of the new bytes.
  static func write(_ path: String, to target: String) throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    var result: [UInt8] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    for (number, line) in lines.dropLast().enumerated() {
      // The first line says what follows; readers take its members in the order written.
      if number == 0 { result += line } else { append(line, to: &result) }
      result.append(UInt8(ascii: "\n"))
    }
    let hash = result.withUnsafeBufferPointer { XXH64($0).text }
    result += Array("{\"end\":\(lines.count - 2),\"hash\":\"\(hash)\"}\n".utf8)
    try Data(result).write(to: URL(filePath: target))
  }

  private static func append(_ value: ArraySlice<UInt8>, to result: inout [UInt8]) {
    guard let first = value.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      result += value
      return
    }
    let isObject = first == UInt8(ascii: "{")
    let parts = parts(of: value.dropFirst().dropLast(), at: UInt8(ascii: ","))
    result.append(first)
    for (number, part) in (isObject ? parts.reversed() : parts).enumerated() {
      if number > 0 { result += [UInt8(ascii: ","), UInt8(ascii: " ")] }
      guard isObject else {
        append(part, to: &result)
        continue
      }
      let member = self.parts(of: part, at: UInt8(ascii: ":"))
      result += member[0] + [UInt8(ascii: ":"), UInt8(ascii: " ")]
      append(member[1], to: &result)
    }
    result.append(value[value.endIndex - 1])
  }

  /// The parts between separators that stand in no string and no inner value.
  private static func parts(
    of text: ArraySlice<UInt8>, at separator: UInt8
  ) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    var depth = 0
    var isText = false
    var isEscaped = false
    for index in text.indices {
      let byte = text[index]
      if isEscaped { isEscaped = false; continue }
      switch byte {
      case UInt8(ascii: "\\"): isEscaped = isText
      case UInt8(ascii: "\""): isText.toggle()
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += isText ? 0 : 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= isText ? 0 : 1
      case separator where depth == 0 && !isText:
        parts.append(text[start..<index])
        start = index + 1
      case _: break
      }
    }
    return text.isEmpty ? [] : parts + [text[start...]]
  }
}
