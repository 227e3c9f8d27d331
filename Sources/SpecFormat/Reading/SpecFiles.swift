import Diagnostics
import Traces

/// The files around a spec, read through whatever the command is given; paths are as the user
/// writes them, with '/' between folders.
public struct SpecFiles: Sendable {
  private let content: @Sendable (String) -> [UInt8]?
  private let trace: @Sendable (String) -> TraceOpener?

  /// Reads files by `content` and streams traces by `trace`; both give `nil` where there is no
  /// such file.
  public init(
    trace: @escaping @Sendable (String) -> TraceOpener?,
    _ content: @escaping @Sendable (String) -> [UInt8]?
  ) {
    self.trace = trace
    self.content = content
  }

  /// Files whose traces are small enough to be held in memory.
  public init(_ content: @escaping @Sendable (String) -> [UInt8]?) {
    self.init(
      trace: { path in
        guard let bytes = content(path) else { return nil }
        return { () throws(Diagnostic) in byteSource(of: bytes) }
      }, content)
  }

  /// The bytes of a file.
  public subscript(path: String) -> [UInt8]? { content(path) }

  /// The file called `name` in the folder of `spec`, in the nearest folder above it, or in
  /// `Specs` of the working directory.
  func nearest(_ name: String, to spec: String) -> (path: String, bytes: [UInt8])? {
    var folder = spec[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      let path = "\(folder)/\(name)"
      if let bytes = content(path) { return (path, bytes) }
    }
    if !spec.hasPrefix("/"), let bytes = content(name) { return (name, bytes) }
    return content("Specs/\(name)").map { ("Specs/\(name)", $0) }
  }

  /// The trace that `name` means when a spec at `spec` says it: beside the spec, else as it is.
  func trace(_ name: String, beside spec: String) -> (path: String, open: TraceOpener)? {
    if !name.hasPrefix("/"), let slash = spec.lastIndex(of: "/") {
      let path = "\(spec[..<slash])/\(name)"
      if let open = trace(path) { return (path, open) }
    }
    return trace(name).map { (name, $0) }
  }
}
