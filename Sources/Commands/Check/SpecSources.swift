import Diagnostics
import Files
import SpecFormat
import YAML

/// The bytes of the specs that were read, kept for the excerpts of findings.
struct SpecSources {
  private var texts: [SourceText] = []
  private let replaced: [String: [UInt8]]

  /// Reads files, those of `replaced` as if they held these bytes.
  init(replacing replaced: [String: [UInt8]] = [:]) { self.replaced = replaced }

  /// The access of specs to the files beside them.
  let files = SpecFiles(
    trace: { path in
      do throws(POSIX.Failure) {
        return try FileStatus(path).kind == .folder ? nil : TraceFile.opener(of: path)
      } catch {
        // Opening it gives the error that it may not be used.
        return error == .outside ? TraceFile.opener(of: path) : nil
      }
    },
    { path in
      guard FileTree.isFolder(path) == false else { return nil }
      return try? FileBytes.contents(of: path, limit: maximumYAMLSize)
    })

  /// The text of a spec, where it can be read, and its tree or what is wrong with it.
  typealias Found = (text: SourceText?, document: Result<SpecDocument, Diagnostics>)

  /// Reads and parses a spec.
  func document(of path: String) -> Found {
    do throws(Diagnostics) {
      let bytes = try read(path)
      return (
        SourceText(file: path, bytes: bytes),
        Result { () throws(Diagnostics) in try SpecDocument(bytes, path: path) }
      )
    } catch {
      return (nil, .failure(error))
    }
  }

  /// Reads a spec; a byte more than the limit is enough for the finding that it is too large.
  func read(_ path: String) throws(Diagnostics) -> [UInt8] {
    if let bytes = replaced[path] { return bytes }
    do throws(Diagnostic) {
      let bytes = try FileBytes.contents(of: path, limit: maximumYAMLSize)
      if let finding = Diagnostic.compressed(path, bytes) { throw finding }
      return bytes
    } catch {
      throw Diagnostics([error])
    }
  }

  /// Keeps a text for excerpts.
  mutating func add(_ text: SourceText) { texts.append(text) }

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
