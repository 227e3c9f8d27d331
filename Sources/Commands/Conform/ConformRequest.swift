import Diagnostics
import Replay
import Reports
import Simulation
import SpecFormat
import Specs
import Traces

/// What a trace is held against, whatever its system.
struct ConformRequest: Sendable {
  /// The rules of the command line; `nil` for those of the documents.
  let rules: RuleText?
  /// Whether unknown names are counted instead of refused.
  let lenient: Bool

  /// Holds a trace of `system` against the rules.
  func report(on file: TraceFile, of system: RegisteredSystem) throws -> ConformReport {
    let started = try system.erased.walk(file.input, lenient: lenient).header.started
    let text =
      try rules
      ?? RuleText(
        system.machine.documentRules, path: "Specs/\(system.name)/documents.rules.yaml")
    let read = Spec(
      rules: text.document, of: SystemSchema(system.machine), catalogue: text.catalogue,
      start: started, devices: [soleParty])
    if !read.isValid { throw Stop(read.errors) }
    return ConformReport(
      file: file.path, try system.conform(file.input, read.rules, rules == nil, lenient))
  }
}

/// A file of rules before its system is known.
struct RuleText: Sendable {
  let document: SpecDocument
  let catalogue: Catalogue?

  /// Reads the file at `path`.
  init(_ path: String) throws {
    var sources = SpecSources()
    document = try SpecDocument(try sources.read(path), path: path)
    catalogue = Catalogue.file(for: path, in: sources.files).map {
      Catalogue($0.bytes, path: $0.path)
    }
  }

  /// The rules that a system brings along; `path` is where they stand in its project.
  init(_ text: String, path: String) throws {
    catalogue = nil
    guard !text.isEmpty else {
      throw Stop(.invalid, "this system has no rules of its own: name a file with --rules")
    }
    document = try SpecDocument(Array(text.utf8), path: path)
  }
}
