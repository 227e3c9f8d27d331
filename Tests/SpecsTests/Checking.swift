import Diagnostics
import Reports
import Simulation
import Specs

@testable import SpecFormat

/// Reads and runs specs over the outbox, as the command would.
struct Checking {
  var files: [String: String] = [:]
  /// Files that are no text.
  var binaries: [String: [UInt8]] = [:]
  var options = RunOptions()

  /// The spec with the head that every spec needs and one scenario of these lines.
  static func spec(_ body: String, head: String = "") -> String {
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
    return "format: 1\nsdk: outbox\n" + (head.isEmpty ? "" : head + "\n")
      + "scenarios:\n  - name: Example\n" + lines.map { "    " + $0 }.joined(separator: "\n")
  }

  func file(_ yaml: String) -> Spec { read(yaml).spec }

  func scenarios(_ yaml: String) -> [ScenarioValues<OutboxSystem>] { read(yaml).values }

  private func read(_ yaml: String) -> (spec: Spec, values: [ScenarioValues<OutboxSystem>]) {
    let (contents, binaries) = (files, binaries)
    let files = SpecFiles { path in binaries[path] ?? contents[path].map { Array($0.utf8) } }
    let reader = SpecReader<OutboxSystem>(files: files)
    let path = "a.spec.yaml"
    let catalogue = Catalogue.file(for: path, in: files).map {
      Catalogue($0.bytes, path: $0.path)
    }
    do throws(Diagnostics) {
      let document = try SpecDocument(Array(yaml.utf8), path: path)
      return reader.read(document, catalogue: catalogue)
    } catch {
      return (Spec(path: path, sdk: OutboxSystem.name, findings: error.all), [])
    }
  }

  func results(_ yaml: String) -> [ScenarioResult] {
    scenarios(yaml).map { $0.run(options).result }
  }

  /// What was found in reading and running, as it is printed.
  func text(_ yaml: String) -> String {
    let (spec, scenarios) = read(yaml)
    let findings = spec.findings + scenarios.flatMap { $0.run(options).result.report.failures }
    let sources =
      [SourceText(file: "a.spec.yaml", bytes: Array(yaml.utf8))]
      + files.sorted { $0.key < $1.key }.map {
        SourceText(file: $0.key, bytes: Array($0.value.utf8))
      }
    return DiagnosticRenderer(sources: sources).text(findings)
  }

  /// The outcomes of all scenarios; findings of reading are failures.
  func outcomes(_ yaml: String) -> [ScenarioReport.Outcome] {
    results(yaml).map(\.report.outcome)
  }
}
