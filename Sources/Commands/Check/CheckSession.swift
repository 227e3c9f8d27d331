import Diagnostics
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
  /// The options of the command line, which go before those of the specs.
  private(set) var options: RunOptions

  private let selection: Selection
  let systems: [RegisteredSystem]
  /// The paths of the specs, each of which is kept once however often it is named.
  private var paths: Set<String> = []
  /// The findings about FILE:LINE where no scenario is.
  private var unmatchedLines: [Diagnostic] = []

  /// Reads everything; what cannot be read becomes a finding and the rest goes on. Specs among
  /// `replaced` are read as if they held these bytes.
  init(
    paths: [String] = [], selection: Selection = Selection(), options: RunOptions = RunOptions(),
    systems: [RegisteredSystem], replacing replaced: [String: [UInt8]] = [:]
  ) throws(Stop) {
    let paths = SpecPaths(paths)
    self.init(paths, selection, options, systems, SpecSources(replacing: replaced))
    let reading = SpecReading(sources, selection, systems)
    for file in paths.files { add(reading.read(file)) }
    try finish()
  }

  /// Reads everything, `jobs` files at a time.
  init(
    paths: [String], selection: Selection, options: RunOptions, systems: [RegisteredSystem],
    jobs: Int
  ) async throws {
    let paths = SpecPaths(paths)
    self.init(paths, selection, options, systems, SpecSources())
    let reading = SpecReading(sources, selection, systems)
    try await inOrder(paths.files.count, width: jobs) { [files = paths.files] in
      reading.read(files[$0])
    } _: {
      add($0)
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
    let wrong = options.findings(forRunOf: usedSystems.map(\.machine))
    if !wrong.isEmpty { throw Stop(wrong) }
    if hasErrors { return }
    if runs.isEmpty {
      findings.append(
        specs.isEmpty
          ? Diagnostic(.emptySelection, "nothing ran: no spec was found")
          : selection.nothingRan(among: specs.flatMap(\.scenarios)))
    } else {
      findings += selection.unmatched(among: specs.flatMap(\.scenarios))
    }
    findings += unmatchedLines
  }

  /// Leaves out the scenarios for which `isKept` is false; it gets the number of each among all.
  mutating func keep(_ isKept: (Int) -> Bool) {
    runs = runs.indices.filter(isKept).map { runs[$0] }
  }

  /// The files that the run reads: specs, catalogues and recordings.
  var inputs: [String] {
    specs.map(\.path) + catalogues.map(\.path) + runs.compactMap(\.scenario.recordedTrace)
  }

  /// Whether something that is wrong with the files keeps a verb from its verdict.
  var hasErrors: Bool { findings.contains { $0.severity == .error } }

  private mutating func add(_ found: SpecReading.Found) {
    if let text = found.text { sources.add(text) }
    do throws(Diagnostics) {
      let (spec, runs, catalogue) = try found.outcome.get()
      if let catalogue, !catalogues.contains(where: { $0.path == catalogue.path }) {
        findings += catalogue.findings
        catalogues.append(catalogue)
      }
      findings += spec.findings
      if !spec.isValid { unreadableCount += 1 }
      if paths.insert(spec.path).inserted { specs.append(spec) }
      self.runs += runs
      if let line = found.line, !spec.scenarios.contains(where: { $0.stands(at: line) }) {
        unmatchedLines.append(Selection.unmatched(line: line, of: spec))
      }
    } catch {
      findings += error.all
      unreadableCount += 1
    }
  }

  /// The systems of the specs.
  private var usedSystems: [RegisteredSystem] {
    let used = Set(specs.map(\.sdk))
    return systems.filter { used.contains($0.name) }
  }

  /// The options that only some systems of the run know, each with those that do not.
  var partlyKnown: String { options.partlyKnown(among: usedSystems, of: "specs") }
}
