import Diagnostics
import SpecFormat
import Specs
import YAML

/// The bytes of the specs that were read, kept for the excerpts of findings.
struct SpecSources {
  private var texts: [SourceText] = []
  private let replaced: [String: [UInt8]]

  /// Reads files, those of `replaced` as if they held these bytes.
  init(replacing replaced: [String: [UInt8]] = [:]) { self.replaced = replaced }

  /// How specs find the files beside them.
  let files = SpecFiles(
    trace: { path in FileTree.isFolder(path) == false ? TraceFile.opener(of: path) : nil },
    { path in
      guard FileTree.isFolder(path) == false else { return nil }
      return try? FileBytes.contents(of: path, limit: maximumYAMLSize)
    })

  /// Reads a spec; a byte more than the limit is enough for the finding that it is too large.
  mutating func read(_ path: String) throws(Diagnostics) -> [UInt8] {
    let bytes: [UInt8]
    do throws(Diagnostic) {
      if let replacement = replaced[path] {
        bytes = replacement
      } else {
        bytes = try FileBytes.contents(of: path, limit: maximumYAMLSize)
      }
    } catch {
      throw Diagnostics([error])
    }
    if let finding = Diagnostic.compressed(path, bytes) {
      throw Diagnostics([finding])
    }
    texts.append(SourceText(file: path, bytes: bytes))
    return bytes
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

  static func unreadable(_ path: String, _ failure: ReadFailure) -> Diagnostic {
    Diagnostic(.noFile, "'\(path)' cannot be read: \(failure)")
  }

  /// The finding for a compressed file, which its first bytes give away.
  static func compressed(_ path: String, _ start: some Sequence<UInt8>) -> Diagnostic? {
    guard start.starts(with: [0x1F, 0x8B]) else { return nil }
    return Diagnostic(
      .compressed, "'\(path)' is compressed by gzip",
      notes: ["help: pass its content on standard input: gunzip -c FILE | … -"])
  }
}
