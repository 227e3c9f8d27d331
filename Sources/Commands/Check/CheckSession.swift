import Diagnostics
import Files
import SpecFormat
import Specs
import YAML

/// The specs that one command line means, read and selected.
struct CheckSession {
  private(set) var specs: [Spec] = []
  /// The selected scenarios, ready to run; the line of `FILE:LINE` has been followed.
  private(set) var runs: [ScenarioRun] = []
  /// Findings about files as a whole.
  private(set) var findings: [Diagnostic] = []
  private(set) var catalogues: [Catalogue] = []
  /// The number of files that cannot be read, or not be run as they stand.
  private(set) var unreadableCount: Int
  private(set) var sources: SpecSources
  /// The options of the command line, which go before those of the specs.
  private(set) var options: RunOptions

  private let selection: Selection
  private let systems: [RegisteredSystem]
  private var preparation = Preparation()

  /// The needs of a spec that the specs before it have prepared.
  private struct Preparation {
    /// The readers by the names of their systems.
    var readers: [String: ReadingSpecs] = [:]
    /// The catalogues by the folders of specs; `nil` where a folder has none.
    var catalogues: [String: Catalogue?] = [:]

    /// Reads a spec on any core; `nil` where something has to be prepared for it.
    func read(
      _ document: SpecDocument, _ line: Int?, _ selection: Selection
    ) -> (spec: Spec, runs: [ScenarioRun])? {
      guard let read = document.sdk.flatMap({ readers[$0.text] }),
        let catalogue = catalogues[POSIX.folder(of: document.path)]
      else { return nil }
      return read(document, catalogue) { selection.contains($0, line: line) }
    }
  }

  /// Reads everything; what cannot be read becomes a finding and the rest goes on. Specs among
  /// `replaced` are read as if they held these bytes.
  init(
    paths: [String] = [], selection: Selection = Selection(), options: RunOptions = RunOptions(),
    systems: [RegisteredSystem], replacing replaced: [String: [UInt8]] = [:]
  ) throws(Stop) {
    let paths = SpecPaths(paths)
    self.init(paths, selection, options, systems, SpecSources(replacing: replaced))
    for file in paths.files { add(sources.document(of: file.path), nil, at: file.line) }
    try finish()
  }

  /// Reads everything, `jobs` files at a time.
  init(
    paths: [String], selection: Selection, options: RunOptions, systems: [RegisteredSystem],
    jobs: Int
  ) async throws {
    let paths = SpecPaths(paths)
    self.init(paths, selection, options, systems, SpecSources())
    var rest = paths.files[...]
    try await inOrder(width: jobs) {
      rest.popFirst().map { ($0, preparation) }
    } work: { [sources, selection] file, preparation in
      let found = sources.document(of: file.path)
      let read = (try? found.document.get()).flatMap {
        preparation.read($0, file.line, selection)
      }
      return (found, read, file.line)
    } take: { found, read, line in
      add(found, read, at: line)
    }
    try finish()
  }

  private init(
    _ paths: SpecPaths, _ selection: Selection, _ options: RunOptions,
    _ systems: [RegisteredSystem], _ sources: SpecSources
  ) {
    self.selection = selection
    self.options = options
    self.options.command = CommandContext.calledAs
    self.sources = sources
    self.systems = systems
    findings = paths.findings
    unreadableCount = paths.findings.count { $0.severity == .error }
  }

  private mutating func finish() throws(Stop) {
    try checkOptions()
    if runs.isEmpty, findings.isEmpty { findings.append(nothingRan()) }
  }

  /// Leaves out the scenarios for which `isKept` is false; it gets the number of each among all.
  mutating func keep(_ isKept: (Int, ScenarioRun) -> Bool) {
    runs = runs.enumerated().filter { isKept($0.offset, $0.element) }.map(\.element)
  }

  /// The files that the run reads: specs, catalogues and recordings.
  var inputs: [String] {
    specs.map(\.path) + catalogues.map(\.path) + runs.compactMap(\.scenario.recordedTrace)
  }

  /// Whether something that is wrong with the files keeps a verb from its verdict.
  var hasErrors: Bool { findings.contains { $0.severity == .error } }

  /// Adds the scenarios of a spec, which is read here where `read` is `nil`.
  private mutating func add(
    _ found: SpecSources.Found, _ read: (spec: Spec, runs: [ScenarioRun])?, at line: Int?
  ) {
    if let text = found.text { sources.add(text) }
    do throws(Diagnostics) {
      let document = try found.document.get()
      try prepare(for: document)
      guard let read = read ?? preparation.read(document, line, selection) else { return }
      if let catalogue = preparation.catalogues[POSIX.folder(of: document.path)] ?? nil,
        !catalogues.contains(where: { $0.path == catalogue.path })
      {
        findings += catalogue.findings
        catalogues.append(catalogue)
      }
      findings += read.spec.findings
      if !read.spec.isValid { unreadableCount += 1 }
      if !specs.contains(where: { $0.path == document.path }) { specs.append(read.spec) }
      runs += read.runs
    } catch {
      findings += error.all
      unreadableCount += 1
    }
  }

  private mutating func prepare(for document: SpecDocument) throws(Diagnostics) {
    guard let name = document.sdk?.text, let system = systems.named(name) else {
      throw Diagnostics([document.unknownSystem(among: systems.names)])
    }
    if preparation.readers[name] == nil {
      preparation.readers[name] = system.specs(sources.files)
    }
    let folder = POSIX.folder(of: document.path)
    if preparation.catalogues[folder] != nil { return }
    let found = Catalogue.file(for: document.path, in: sources.files).map { path, bytes in
      catalogues.first { $0.path == path } ?? Catalogue(bytes, path: path)
    }
    preparation.catalogues[folder] = .some(found)
  }

  private func checkOptions() throws(Stop) {
    let used = specs.map(\.sdk)
    for system in systems where used.contains(system.name) {
      let wrong = options.findings(for: system.machine)
      if !wrong.isEmpty { throw Stop(wrong) }
    }
  }

  private func nothingRan() -> Diagnostic {
    let known = specs.max { $0.scenarios.count < $1.scenarios.count }
    return known.map { selection.nothingRan(among: $0.scenarios) }
      ?? Diagnostic(.emptySelection, "nothing ran: no spec was found")
  }
}

/// The spec files that a command line means.
struct SpecPaths {
  /// A file, and the line that selects one of its scenarios.
  struct Selected: Equatable {
    var path: String
    var line: Int?
  }

  var files: [Selected] = []
  var findings: [Diagnostic] = []

  /// Resolves paths: a folder stands for the `*.spec.yaml` below it, `FILE:LINE` for the scenario
  /// around that line, and a file for itself whatever it is called.
  init(_ arguments: [String]) {
    for argument in arguments.isEmpty ? ["Specs"] : arguments {
      if FileTree.isFolder(argument) == true {
        let (found, unreadable) = FileTree.files(below: argument, suffix: ".spec.yaml")
        add(found.map { Selected(path: $0) })
        findings += unreadable.map { .unreadable($0.path, .system($0.reason)) }
        findings += SpecPaths.misnamed(below: argument).map { .misnamedSpec($0) }
      } else if FileTree.isFolder(argument) == false || argument == "-" {
        add([Selected(path: argument)])
      } else if let selected = SpecPaths.withLine(argument) {
        add([selected])
      } else {
        findings.append(.noSuchFile(argument))
      }
    }
  }

  /// A file that is named twice runs once.
  private mutating func add(_ found: [Selected]) {
    for file in found where !files.contains(file) { files.append(file) }
  }

  /// The files below a folder that are specs by their content and not by their name.
  private static func misnamed(below folder: String) -> [String] {
    [".yaml", ".yml"].flatMap { FileTree.files(below: folder, suffix: $0).found }.filter { path in
      guard !path.hasSuffix(".spec.yaml"), !path.hasSuffix(".rules.yaml"),
        let bytes = try? FileBytes.contents(of: path, limit: maximumYAMLSize)
      else { return false }
      return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        .contains { $0.hasPrefix("scenarios:") }
    }
  }

  private static func withLine(_ argument: String) -> Selected? {
    guard let colon = argument.lastIndex(of: ":"),
      let line = Int(argument[argument.index(after: colon)...])
    else { return nil }
    let path = String(argument[..<colon])
    return FileTree.isFolder(path) == false ? Selected(path: path, line: line) : nil
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
    trace: { path in FileTree.isFolder(path) == false ? TraceFile.opener(of: path) : nil },
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
