/// The files around a spec, read through whatever the command is given; paths are as the user
/// writes them, with '/' between folders.
public struct SpecFiles: Sendable {
  private let content: @Sendable (String) -> [UInt8]?

  /// Reads files by `content`, which gives `nil` where there is none.
  public init(_ content: @escaping @Sendable (String) -> [UInt8]?) { self.content = content }

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

  /// The file that `name` means when a spec at `spec` says it: beside the spec, else as it is.
  func beside(_ spec: String, _ name: String) -> (path: String, bytes: [UInt8])? {
    if !name.hasPrefix("/"), let slash = spec.lastIndex(of: "/") {
      let path = "\(spec[..<slash])/\(name)"
      if let bytes = content(path) { return (path, bytes) }
    }
    return content(name).map { (name, $0) }
  }
}
