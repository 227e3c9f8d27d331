import Diagnostics
import Dispatch
import Files
import SpecFormat
import Specs

/// Reads the specs of one command line on any core; what several of them share is prepared once.
final class SpecReading: @unchecked Sendable {
  /// The content of a file, or what is wrong with it.
  struct Found {
    /// The text; `nil` where the file cannot be read.
    let text: SourceText?
    /// The spec with the runs that are selected, and its catalogue.
    let outcome: Result<(spec: Spec, runs: [ScenarioRun], catalogue: Catalogue?), Diagnostics>
    /// The line of FILE:LINE.
    let line: Int?
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
    let (text, document) = sources.document(of: file.path)
    let outcome = Result { () throws(Diagnostics) in
      let document = try document.get()
      let reader = try reader(of: document)
      let catalogue = catalogue(of: document)
      let (spec, runs) = reader(document, catalogue) { selection.contains($0, line: file.line) }
      return (spec: spec, runs: runs, catalogue: catalogue)
    }
    return Found(text: text, outcome: outcome, line: file.line)
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
