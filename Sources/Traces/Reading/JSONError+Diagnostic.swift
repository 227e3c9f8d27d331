import Diagnostics
import JSON

extension JSONError {
  /// Whether a lenient reader passes over it.
  var isUnknownName: Bool {
    if case .unknown = problem { return true }
    return false
  }

  /// The code under which the error is explained when it stands in a record.
  var traceCode: DiagnosticCode {
    switch problem {
    case .unknown: .unknownInTrace
    case .refused, .notWhole, .beyondInt64: .wrongInTrace
    case .expected, .duplicate, .invalidUTF8, .controlCharacter, .badEscape, .loneSurrogate,
      .leadingZero,
      .tooDeep, .otherOrder:
      .notARecord
    }
  }

  /// The error as a finding in a line of `file`.
  func diagnostic(
    _ code: DiagnosticCode? = nil, in bytes: UnsafeBufferPointer<UInt8>, file: String, line: Int
  ) -> Diagnostic {
    let start = min(start, bytes.count)
    let column = codePoints(in: bytes[..<start]) + 1
    let width = max(1, codePoints(in: bytes[start..<min(max(end, start), bytes.count)]))
    return Diagnostic(
      code ?? traceCode, problem.message,
      at: Place(file: file, line: line, column: column, endColumn: column + width),
      proposal: problem.proposal,
      notes: ["the line reads: \(lineExcerpt(bytes, around: start))"])
  }
}

extension HeaderRefusal {
  func diagnostic(in bytes: UnsafeBufferPointer<UInt8>, file: String) -> Diagnostic {
    error.diagnostic(code, in: bytes, file: file, line: 1)
  }
}

/// How many code points stand in `bytes`; of what is not UTF-8, the bytes that start something.
func codePoints(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
  bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
}

/// Up to 80 bytes of a line around `offset`, cut between code points.
func lineExcerpt(_ bytes: UnsafeBufferPointer<UInt8>, around offset: Int) -> String {
  var start = max(0, offset - 40)
  var end = min(bytes.count, offset + 40)
  while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
  while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
  let text = String(decoding: bytes[start..<end], as: UTF8.self)
  return (start > 0 ? "…" : "") + text + (end < bytes.count ? "…" : "")
}
