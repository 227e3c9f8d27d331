import Diagnostics
import EventSourcing
import Simulation
import SpecFormat
import Specs

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
  /// What the command line sets in place of what the specs say.
  let options: RunOptions

  private let request: SpecRequest
  private let systems: [RegisteredSystem]
  private var readers: [String: ReadingSpecs] = [:]

  /// Reads everything; what cannot be read becomes a finding and the rest goes on. Specs among
  /// `replaced` are read as if they held these bytes.
  init(
    _ request: SpecRequest, systems: [RegisteredSystem], replacing replaced: [String: [UInt8]] = [:]
  ) throws(Stop) {
    self.request = request
    options = try request.options
    sources = SpecSources(replacing: replaced)
    self.systems = systems
    let paths = SpecPaths(request.paths.isEmpty ? ["Specs"] : request.paths)
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
      [selection = request.selection] in
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
    return known.map { request.selection.nothingRan(among: $0.scenarios) }
      ?? Diagnostic(.emptySelection, "nothing ran: no spec was found")
  }
}

/// Which specs are wanted, and what holds in place of what they say.
struct SpecRequest {
  /// Files and folders; none stands for the folder Specs.
  var paths: [String] = []
  var selection = Selection()
  /// Readings as `name=value`.
  var readings: [String] = []
  var profile: String?
  /// How many records a run may have.
  var budget: Int64?

  /// What holds in place of what specs say.
  fileprivate var options: RunOptions {
    get throws(Stop) {
      var overrides: [ReadingOverride] = []
      for text in readings {
        do throws(Diagnostics) {
          overrides.append(try ReadingOverride(text))
        } catch {
          throw Stop(error.all)
        }
      }
      return RunOptions(
        profile: profile, readings: overrides, budget: budget, command: CommandContext.calledAs)
    }
  }
}
