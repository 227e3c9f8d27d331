import Diagnostics

/// The most that a YAML file may hold, in bytes (4 MiB).
public let maximumYAMLSize = 4 * 1024 * 1024

/// The most levels that lists and maps may nest.
public let maximumYAMLDepth = 32

/// Reads the one document of a file into nodes with places.
///
/// Strict on purpose (design, section 5): whatever YAML readers disagree about is refused with a
/// code, a place and a proposal. Throws every finding of the first stage that has one: the bytes
/// (encoding, control characters, line ends, tabs), then the document.
public func parseYAML(_ bytes: [UInt8], file: String) throws(Diagnostics) -> YAMLNode {
  let source = SourceText(file: file, bytes: bytes)
  var check = ByteCheck(source)
  let findings = check.findings()
  guard findings.isEmpty else { throw Diagnostics(findings) }
  let result = bytes.withUnsafeBufferPointer { buffer in
    let start = buffer.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let content = UnsafeBufferPointer(rebasing: buffer[start...])
    return Result { () throws(Diagnostics) in
      var builder = TreeBuilder(reading: content, of: source)
      return try builder.document()
    }
  }
  return try result.get()
}
