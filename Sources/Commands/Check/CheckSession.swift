import Diagnostics
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
  private var readers: [String: ReadingSpecs] = [:]

  /// Reads everything; what cannot be read becomes a finding and the rest goes on. Specs among
  /// `replaced` are read as if they held these bytes.
  init(
    paths: [String] = [], selection: Selection = Selection(), options: RunOptions = RunOptions(),
    systems: [RegisteredSystem], replacing replaced: [String: [UInt8]] = [:]
  ) throws(Stop) {
    self.selection = selection
    self.options = options
    self.options.command = CommandContext.calledAs
    sources = SpecSources(replacing: replaced)
    self.systems = systems
    let paths = SpecPaths(paths.isEmpty ? ["Specs"] : paths)
    findings = paths.findings
    unreadableCount = paths.findings.count { $0.severity == .error }
    for file in paths.files { load(file) }
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

  private mutating func load(_ file: SpecPaths.Selected) {
    let document: SpecDocument
    do throws(Diagnostics) {
      document = try SpecDocument(try sources.read(file.path), path: file.path)
    } catch {
      findings += error.all
      unreadableCount += 1
      return
    }
    guard let name = document.sdk?.text, let system = systems.named(name) else {
      findings.append(document.unknownSystem(among: systems.names))
      unreadableCount += 1
      return
    }
    let read = readers[name] ?? system.specs(sources.files)
    readers[name] = read
    let (spec, runs) = read(document, catalogue(for: file.path)) {
      [selection] in
      selection.contains($0, line: file.line)
    }
    findings += spec.findings
    if !spec.isValid { unreadableCount += 1 }
    if !specs.contains(where: { $0.path == spec.path }) { specs.append(spec) }
    self.runs += runs
  }

  private mutating func catalogue(for spec: String) -> Catalogue? {
    guard let (path, bytes) = Catalogue.file(for: spec, in: sources.files) else { return nil }
    if let known = catalogues.first(where: { $0.path == path }) { return known }
    let catalogue = Catalogue(bytes, path: path)
    findings += catalogue.findings
    catalogues.append(catalogue)
    return catalogue
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
    for argument in arguments {
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
