import Diagnostics
import Specs
import YAML

/// The bytes of the specs that were read, kept for the excerpts of findings.
struct SpecSources {
  private var texts: [SourceText] = []

  /// How specs find the files beside them.
  let files = SpecFiles { path in
    guard FileTree.isFolder(path) == false else { return nil }
    return try? FileBytes.contents(of: path, limit: maximumYAMLSize).get()
  }

  /// Reads a spec; a byte more than the limit is enough for the finding that it is too large.
  mutating func read(_ path: String) throws(Diagnostics) -> [UInt8] {
    switch FileBytes.contents(of: path, limit: maximumYAMLSize) {
    case .success(let bytes):
      texts.append(SourceText(file: path, bytes: bytes))
      return bytes
    case .failure(let failure):
      throw Diagnostics([.unreadable(path, failure)])
    }
  }

  /// The texts of the files that `findings` speak about.
  func texts(for findings: [Diagnostic]) -> [SourceText] {
    let named = Set(findings.flatMap { $0.labels.map(\.place.file) + [$0.place?.file ?? ""] })
    let read = texts.filter { named.contains($0.file) }
    let others = named.subtracting(read.map(\.file)).sorted().compactMap { path in
      files[path].map { SourceText(file: path, bytes: $0) }
    }
    return read + others
  }
}

extension Diagnostic {
  static func noSuchFile(_ path: String) -> Diagnostic {
    Diagnostic(
      .noFile, "there is no file or folder '\(path)' that can be read",
      notes: ["help: name a spec, a folder of *.spec.yaml, or FILE:LINE"])
  }

  static func unreadable(_ path: String, _ failure: POSIX.Failure) -> Diagnostic {
    Diagnostic(.noFile, "'\(path)' cannot be read: \(failure)")
  }
}
