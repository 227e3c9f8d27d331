import Diagnostics
import Simulation
import Synchronization
import Systems
import Testing

@testable import SpecFormat

struct FixtureReaderTests {
  /// Counts how often each path was asked for.
  private final class Asked: Sendable {
    let paths = Mutex<[String]>([])
  }

  @Test func `a fixture that many scenarios use is read once`() throws {
    let asked = Asked()
    let fixture = "format: 1\nhistory: [{ at: -1h, event: app_launched }]"
    let files = SpecFiles { path in
      asked.paths.withLock { $0.append(path) }
      return path == "fixtures/own.yaml" ? Array(fixture.utf8) : nil
    }
    let text = """
      format: 1
      sdk: mobilepush
      defaults: { given: { use: [own] } }
      scenarios:
        - name: <at>
          examples: { columns: [at], rows: [[1s], [2s], [3s]] }
          steps: [{ at: <at> }]
        - { name: B, steps: [{ at: 0s }] }
      """
    let document = try SpecDocument(Array(text.utf8), path: "a.spec.yaml")
    let (spec, values) = SpecReader<MobilePushSystem>(files: files)
      .read(document, catalogue: nil)
    #expect(spec.findings.map(\.message) == [])
    #expect(values.map { $0.preparation.devices[0].past.count } == [1, 1, 1, 1])
    #expect(asked.paths.withLock { $0 } == ["fixtures/own.yaml"])
  }

  @Test func `a misspelt fixture or file of rules is proposed as the folder has it`() throws {
    let files = SpecFiles(
      trace: { _ in nil },
      listing: { folder in
        switch folder {
        case "Specs/fixtures": ["logged_in.yaml", "notes.txt"]
        case "a/rules": ["pauses.rules.yaml", "other.yaml"]
        default: []
        }
      }, { _ in nil })
    let text = """
      format: 1
      sdk: mobilepush
      always: [{ use: pause }]
      scenarios: [{ name: A, given: { use: [loged_in] }, steps: [{ at: 0s }] }]
      """
    let document = try SpecDocument(Array(text.utf8), path: "a/a.spec.yaml")
    let findings = SpecReader<MobilePushSystem>(files: files).read(document, catalogue: nil)
      .spec.findings
    #expect(
      findings.flatMap(\.labels).map(\.text) == [
        "did you mean 'pauses'?", "did you mean 'logged_in'?",
      ])
  }
}
