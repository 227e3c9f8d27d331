import Diagnostics
import Replay
import Reports
import Simulation
import SpecFormat
import Specs
import Traces
import YAML

/// A file with its kind and its findings.
struct CheckedDocument {
  /// The tree of its YAML, as far as it can be parsed.
  var root: YAMLNode?
  /// The system that it is about.
  var system: RegisteredSystem?
  /// The scenarios of a spec with their runs.
  var scenarios: [(run: ScenarioRun, result: ScenarioResult)] = []
  var findings: [Diagnostic] = []
}

extension ScenarioRun {
  /// The options under which an editor runs a scenario, with a budget: a longer run would keep the
  /// editor waiting.
  var editorOptions: RunOptions {
    RunOptions(budget: scenario.budget == nil ? 1_000_000 : nil, command: CommandContext.calledAs)
  }
}

extension Workspace {
  /// Finds what is wrong with a file, as the verbs do that read it.
  func check(_ document: TextDocument) -> CheckedDocument {
    var checked = CheckedDocument()
    let bytes = document.lines.bytes
    if document.path.hasSuffix(".jsonl") {
      add(trace: document, to: &checked)
      return checked
    }
    do throws(Diagnostics) {
      let spec = try SpecDocument(bytes, path: document.path)
      checked.root = spec.root
      checked.system = spec.sdk.flatMap { systems.named($0.text) }
      checked.findings = try findings(in: spec, bytes, &checked)
    } catch {
      // What is no file of ours is none of our business, however broken.
      let isOurs = Form(ofFile: document.path, root: checked.root) != nil
      if isOurs { checked.findings = error.all }
    }
    return checked
  }

  private func findings(
    in document: SpecDocument, _ bytes: [UInt8], _ checked: inout CheckedDocument
  ) throws(Diagnostics) -> [Diagnostic] {
    let path = document.path
    switch Form(ofFile: path, root: document.root) {
    case .spec: return findings(inSpec: document, bytes, &checked)
    case .rules:
      guard let system = checked.system else {
        return [document.unknownSystem(among: systems.names)]
      }
      return
        Spec(
          rules: document, of: system.vocabulary,
          catalogue: Catalogue(for: path, in: reader.files), start: defaultClock,
          devices: [soleParty]
        ).findings
    case .fixture: return fixtureFindings(document)
    case .catalogue: return Catalogue(bytes, path: path).findings
    case .acceptances: return Acceptances(bytes, path: path).findings
    case .importMap:
      _ = try ImportMap(bytes, path: path)
      return []
    case _: return []
    }
  }

  /// The findings of `lint` about a spec, but for those that a comment justifies.
  private func questionable(
    _ spec: Spec, _ bytes: [UInt8], _ root: YAMLNode, _ catalogue: Catalogue?
  ) -> [Diagnostic] {
    let found =
      spec.questionable(catalogue.map { [$0] } ?? []) + TwinScenarios([root]).findings
      + ReplacedSteps.findings(root)
    let texts = [SourceText(file: spec.path, bytes: bytes).indexed()]
    return found.eachOnce().filter { !texts.justify($0) }
  }

  private func findings(
    inSpec document: SpecDocument, _ bytes: [UInt8], _ checked: inout CheckedDocument
  ) -> [Diagnostic] {
    guard let system = checked.system, let read = readers[system.name] else {
      return [document.unknownSystem(among: systems.names)]
    }
    let catalogue = Catalogue(for: document.path, in: reader.files)
    let (spec, runs) = read(document, catalogue) { _ in true }
    checked.scenarios = runs.map { ($0, $0.perform($0.editorOptions)) }
    let results = checked.scenarios.map(\.result)
    let failures = results.filter { $0.report.outcome.isFailure }.flatMap { $0.report.failures }
    if !spec.isValid { return spec.findings + failures }
    return spec.findings + failures + results.flatMap(\.warnings)
      + spec.unexercisedRules(in: results) + questionable(spec, bytes, document.root, catalogue)
  }

  /// A fixture is read as the spec reads it that uses it and does nothing else.
  private func fixtureFindings(_ document: SpecDocument) -> [Diagnostic] {
    let parts = document.path.split(separator: "/", omittingEmptySubsequences: false)
    let name = parts.last?.dropLast(".yaml".count) ?? ""
    let user = (parts.dropLast(2) + ["\(name).spec.yaml"]).joined(separator: "/")
    let named = document.sdk.flatMap { systems.named($0.text) }
    let all = (named.map { [$0] } ?? systems).map { system -> [Diagnostic] in
      let text = """
        { format: 1, sdk: \(system.name), scenarios: [
          { name: a, given: { use: ["\(name)"] }, steps: [{ at: 0s }] }] }
        """
      guard let spec = try? SpecDocument(Array(text.utf8), path: user) else { return [] }
      return (readers[system.name]?(spec, nil) { _ in true }.spec.findings ?? []).filter {
        $0.place?.file == document.path
      }
    }
    return all.min { $0.count < $1.count } ?? []
  }

  private func add(trace document: TextDocument, to checked: inout CheckedDocument) {
    let trace = TraceFile(document.path, bytes: document.lines.bytes)
    do {
      let system = try trace.system(among: systems)
      checked.system = system
      checked.findings = try ReplayRequest().report(on: trace, of: system).findings
    } catch let finding as Diagnostic {
      checked.findings = [finding]
    } catch {}
  }
}

extension Form {
  /// The map that a file is by its keys, and where those do not show it, by its name; `nil` for a
  /// file of some other program.
  init?(ofFile path: String, root: YAMLNode?) {
    let keys = (root?.entries ?? []).map(\.key)
    let parts = path.split(separator: "/")
    let name = parts.last ?? ""
    if name.hasSuffix(".spec.yaml") || keys.contains("scenarios") {
      self = .spec
    } else if name.hasSuffix(".rules.yaml") {
      self = .rules
    } else if name == "requirements.yaml" {
      self = .catalogue
    } else if parts.dropLast().last == "fixtures" {
      self = .fixture
    } else if keys.contains("format"), keys.contains("accept") {
      self = .acceptances
    } else if keys.contains("format"), keys.contains("records") {
      self = .importMap
    } else {
      return nil
    }
  }
}
