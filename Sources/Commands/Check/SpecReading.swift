import Diagnostics
import Dispatch
import Files
import SpecFormat
import Specs
import YAML

/// Reads the specs of one command line on any core; what several of them share is prepared once.
final class SpecReading: @unchecked Sendable {
  /// A file that was read.
  struct Found {
    /// The text; `nil` where the file cannot be read.
    let text: SourceText?
    /// The line of FILE:LINE.
    let line: Int?
    /// The spec with its selected runs and its catalogue, or what is wrong with the file.
    let outcome: Result<(spec: Spec, runs: [ScenarioRun], catalogue: Catalogue?), Diagnostics>
  }

  private let sources: SpecSources
  private let selection: Selection
  private let systems: [RegisteredSystem]

  private let queue = DispatchQueue(label: "pushtrace.specs")
  /// The readers by the names of their systems.
  private var readers: [String: ReadingSpecs] = [:]
  /// The catalogues by the folders of specs; `nil` where a folder has none.
  private var catalogues: [String: Catalogue?] = [:]

  init(_ sources: SpecSources, _ selection: Selection, _ systems: [RegisteredSystem]) {
    self.sources = sources
    self.selection = selection
    self.systems = systems
  }

  /// Reads a spec, and prepares the runs of its scenarios that are selected.
  func read(_ file: SpecPaths.Selected) -> Found {
    var text: SourceText?
    let outcome = Result { () throws(Diagnostics) in
      let bytes = try sources.read(file.path)
      text = SourceText(file: file.path, bytes: bytes)
      let document = try SpecDocument(bytes, path: file.path)
      let reader = try reader(of: document)
      let catalogue = catalogue(of: document)
      let (spec, runs) = reader(document, catalogue) { selection.contains($0, line: file.line) }
      return (spec: spec, runs: runs, catalogue: catalogue)
    }
    return Found(text: text, line: file.line, outcome: outcome)
  }

  /// Finds the runs below a path of the scenarios of one system that may name one of `names`, of
  /// all without names, and the catalogues of all specs there; files that cannot be used are left
  /// out.
  func runs(
    below path: String, of system: RegisteredSystem, naming names: [String]?
  ) -> (runs: [ScenarioRun], catalogues: [Catalogue]) {
    var (runs, catalogues): ([ScenarioRun], [Catalogue]) = ([], [])
    for file in SpecPaths([path]).files {
      guard let document = try? SpecDocument(sources.read(file.path), path: file.path) else {
        continue
      }
      let catalogue = catalogue(of: document)
      if let catalogue, !catalogues.contains(where: { $0.path == catalogue.path }) {
        catalogues.append(catalogue)
      }
      guard document.sdk?.text == system.name, let reader = try? reader(of: document) else {
        continue
      }
      let meant = names.map { document.withScenarios(thatName: $0) } ?? document
      runs += reader(meant, catalogue) { _ in true }.runs
    }
    return (runs, catalogues)
  }

  private func reader(of document: SpecDocument) throws(Diagnostics) -> ReadingSpecs {
    guard let name = document.sdk?.text, let system = systems.named(name) else {
      throw Diagnostics([document.unknownSystem(among: systems.names)])
    }
    return queue.sync {
      if let known = readers[name] { return known }
      let new = system.specs(sources.files)
      readers[name] = new
      return new
    }
  }

  private func catalogue(of document: SpecDocument) -> Catalogue? {
    let folder = POSIX.folder(of: document.path)
    return queue.sync {
      if let known = catalogues[folder] { return known }
      let found = Catalogue.file(for: document.path, in: sources.files).map { path, bytes in
        catalogues.values.lazy.compactMap(\.self).first { $0.path == path }
          ?? Catalogue(bytes, path: path)
      }
      catalogues.updateValue(found, forKey: folder)
      return found
    }
  }
}

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
    listing: { (try? POSIX.names(in: $0)) ?? [] },
    refusal: { path in
      do throws(POSIX.Failure) { _ = try FileStatus(path) } catch {
        return error == .outside ? "\(error)" : nil
      }
      return nil
    },
    { path in
      guard FileTree.isFolder(path) == false else { return nil }
      return try? FileBytes.contents(of: path, limit: maximumYAMLSize)
    })

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
