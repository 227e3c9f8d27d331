import Diagnostics
import Simulation
import SpecFormat
import Specs

/// Reads and runs specs over the outbox, as the command would.
struct Checking {
  var files: [String: String] = [:]
  var options = RunOptions()

  /// The spec with the head that every spec needs and one scenario of these lines.
  static func spec(_ body: String, head: String = "") -> String {
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
    return "format: 1\nsdk: outbox\n" + (head.isEmpty ? "" : head + "\n")
      + "scenarios:\n  - name: Example\n" + lines.map { "    " + $0 }.joined(separator: "\n")
  }

  func file(_ yaml: String) -> SpecFile<OutboxSystem> {
    let contents = files
    let files = SpecFiles { path in contents[path].map { Array($0.utf8) } }
    let reader = SpecReader<OutboxSystem>(files: files)
    let path = "a.spec.yaml"
    let catalogue = Catalogue.path(for: path, in: files).flatMap { found in
      files[found].map { Catalogue($0, path: found) }
    }
    do throws(Diagnostics) {
      let document = try SpecDocument(Array(yaml.utf8), path: path)
      return reader.read(document, catalogue: catalogue).validated()
    } catch {
      return SpecFile(
        path: path, findings: error.all)
    }
  }

  func results(_ yaml: String) -> [ScenarioResult] {
    file(yaml).scenarios.map { $0.run(RunSettings(options)).result }
  }

  /// What was found in reading and running, as it is printed.
  func text(_ yaml: String) -> String {
    let file = file(yaml)
    let failures = file.scenarios.flatMap { $0.run(RunSettings(options)).result.failures }
    let findings = file.findings + failures
    let sources =
      [SourceText(file: "a.spec.yaml", bytes: Array(yaml.utf8))]
      + files.sorted { $0.key < $1.key }.map {
        SourceText(file: $0.key, bytes: Array($0.value.utf8))
      }
    return DiagnosticRenderer(sources: sources).text(findings)
  }

  /// The outcomes of all scenarios; findings of reading are failures.
  func outcomes(_ yaml: String) -> [ScenarioResult.Outcome] {
    let file = file(yaml)
    return file.isValid ? file.scenarios.map { $0.run(RunSettings(options)).result.outcome } : []
  }
}
