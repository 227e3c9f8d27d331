import Diagnostics
import Simulation
import Systems
import Traces

@testable import SpecFormat

/// Puts the lines of one map of the grammar where they belong in a file, and reads it.
struct GrammarHost {
  let form: Form

  /// The errors found when the map has `entry` beside the keys that it needs.
  func errors(_ key: KeyDeclaration, _ entry: String) -> [Diagnostic] {
    let companions = companions(of: key.name)
    let needed = form.keys.filter { other in
      other.presence == .required && other.name != key.name
        && !companions.contains { $0.hasPrefix("\(other.name): ") }
    }
    return errors(needed.map(\.example) + companions + [entry])
  }

  /// What else has to stand in the map for a key to make sense.
  private func companions(of key: String) -> [String] {
    switch (form, key) {
    case (.scenario, "trace"), (.defaults, "trace"), (.scenario, "reproduce"),
      (.defaults, "reproduce"):
      []
    case (.scenario, "examples"): ["steps: [{ at: <wait> }]"]
    case (.scenario, "steps"), (.defaults, "steps"): []
    case (.scenario, _), (.defaults, _): ["steps: [{ at: 0s }]"]
    case (.step, "at"), (.step, "after"), (.step, "when"): []
    case (.step, "repeat"): ["at: 0s", "every: 1s"]
    case (.step, "every"): ["at: 0s", "repeat: 2"]
    case (.usedRules, "use"): ["with: { of: send_registration, at_least: 60s }"]
    case (.usedRules, _): ["use: spacing"]
    case (.examples, "columns"): ["rows: [[1s, 1], [2m, 2]]"]
    case (.examples, "rows"): ["columns: [wait, sends]"]
    case (.examples, "limit"): ["product: { wait: [1s, 2m], sends: [1, 2] }"]
    case (.step, "nth"), (.step, "by"), (.step, "keep"): ["when: send_registration"]
    case (.step, "with"): ["at: 0s", "event: attribute_set"]
    case (.step, "on"): ["at: 0s", "event: app_backgrounded"]
    case (.step, _): ["at: 0s"]
    case (.historyStep, "after"), (.historyStep, "at"): []
    case (.historyStep, "with"): ["at: -10m", "event: attribute_set"]
    case (.historyStep, _): ["at: -10m"]
    case (.gapBetween, "at_least"), (.gapBetween, "at_most"), (.gapBetween, "never_shrinks"),
      (.gapBetween, "grows"):
      []
    case (.gapBetween, _): ["at_least: 1s"]
    case (.wheneverNot, "same"): ["whenever: send_registration", "not: send_analytics", "for: 1s"]
    case (.wheneverNot, "for"), (.wheneverNot, "until"): []
    case (.wheneverNot, _): ["for: 1s"]
    case (.count, "after_each"): ["within: 30s"]
    case (.count, "within"), (.count, "until"): ["after_each: app_launched"]
    case (.requires, "per"): ["requires: send_registration", "before: response_received"]
    case (.stateChange, "at"): ["is: ada"]
    case (.stateChange, "is"): ["at: 1m"]
    case (.stateChange, _): ["at: 1m", "is: ada"]
    case (.occurrence, "from"): ["at: 2s"]
    case (.occurrence, "nth"): ["at: 2s", "from: app_launched"]
    case (.importName, "event"), (.importName, "effect"): []
    case (.importName, _): ["event: attribute_set"]
    default: []
    }
  }

  private func errors(_ lines: [String]) -> [Diagnostic] {
    switch form {
    case .catalogue: return catalogue(lines.joined(separator: "\n"))
    case .requirement: return catalogue("format: 1\nrequirements:\n" + item(lines, 2))
    case .acceptances: return acceptances(lines.joined(separator: "\n"))
    case .acceptance: return acceptances("format: 1\naccept:\n" + item(lines, 2))
    case .importMap: return importMap(lines.joined(separator: "\n"))
    case .importName:
      return importMap("format: 1\ntime: ts\nname: kind\nrecords:\n" + item(lines, 2))
    case .rules:
      let text = lines.joined(separator: "\n")
      // Rules with parameters are read where a spec uses them.
      return lines.contains { $0.hasPrefix("parameters:") }
        ? spec(scenario("always: [{ use: own, with: { of: diagnose, at_least: 1s } }]"), own: text)
        : rules(text)
    case .fixture:
      return spec(scenario("given: { use: [own] }"), own: lines.joined(separator: "\n"))
    case .spec: return spec(lines.joined(separator: "\n"))
    default: return spec(part(lines))
    }
  }

  private func part(_ lines: [String]) -> String {
    switch form {
    case .defaults:
      Self.head + "scenarios: [{ name: A }]\ndefaults:\n" + block(lines, 2)
    case .scenario: Self.head + "scenarios:\n" + item(lines, 2)
    case .examples:
      Self.head + "scenarios:\n  - name: A <wait> <sends>\n    steps: [{ at: 0s }]\n    examples:\n"
        + block(lines, 6)
    case .trace: Self.head + "scenarios:\n  - name: A\n    trace:\n" + block(lines, 6)
    case .finally: scenario("given: { backend: simulated }\nfinally:\n" + block(lines, 2))
    case .given: scenario("given:\n" + block(lines, 2))
    case .device: scenario("given:\n  devices:\n    phone:\n" + block(lines, 6))
    case .simulatedBackends: scenario("given:\n  backend:\n" + block(lines, 4))
    case .simulated: scenario("given:\n  backend:\n    simulated:\n" + block(lines, 6))
    case .replies: scenario("given:\n  backend:\n    registration:\n" + block(lines, 6))
    case .step:
      Self.head + "groups: { sign_in: [{ at: 0s, event: app_backgrounded }] }\n"
        + "scenarios:\n  - name: A\n    given: { backend: simulated }\n    run_until: 1h\n"
        + "    steps:\n"
        + item(lines, 6)
    case .historyStep:
      scenario("given:\n  history:\n    - { at: -1h, event: app_backgrounded }\n" + item(lines, 4))
    case .expect: step("expect:\n" + block(lines, 2))
    case .effect: step("expect:\n  - send_registration:\n" + block(lines, 6))
    case .stateChange: scenario("states:\n  contact_key:\n" + item(lines, 4))
    case .occurrence: scenario("timeline:\n  send_registration:\n" + item(lines, 4))
    default: scenario("always:\n" + item(lines, 2))
    }
  }

  // MARK: - Text

  private static let head = "format: 1\nsdk: mobilepush\n"

  private func scenario(_ lines: String) -> String {
    Self.head + "scenarios:\n  - name: A\n    steps: [{ at: 0s }]\n" + indented(lines, 4)
  }

  private func step(_ lines: String) -> String {
    Self.head + "scenarios:\n  - name: A\n    steps:\n      - at: 0s\n" + indented(lines, 8)
  }

  private func block(_ lines: [String], _ indent: Int) -> String {
    indented(lines.joined(separator: "\n"), indent)
  }

  private func item(_ lines: [String], _ indent: Int) -> String {
    let rest = lines.dropFirst().map { "  " + $0 }
    return indented((lines.prefix(1).map { "- " + $0 } + rest).joined(separator: "\n"), indent)
  }

  private func indented(_ text: String, _ indent: Int) -> String {
    text.split(separator: "\n").map { String(repeating: " ", count: indent) + $0 }
      .joined(separator: "\n")
  }

  // MARK: - Reading

  private static let trace =
    ["{\"pushtrace\":1,\"sdk\":\"mobilepush\",\"engine\":\"0\",\"started\":1767603600000}"]
    + (1...12).map { "{\"seq\":\($0),\"at\":1767603600000,\"note\":\"a\"}" }

  private static let known = Catalogue(
    Array(
      """
      format: 1
      requirements:
        - { id: REG-2, says: One. }
        - { id: REG-3, says: Two. }
        - { id: ENG-1, says: Three., clauses: { push: A., in_app: B. } }
      """.utf8), path: "requirements.yaml")

  private func files(own: String) -> SpecFiles {
    let contents = [
      "login.trace.jsonl": Self.trace.joined(separator: "\n") + "\n",
      "fixtures/own.yaml": own, "fixtures/logged_in.yaml": own, "rules/own.rules.yaml": own,
      "cases.csv": "wait,sends\n1s,1\n",
      "rules/spacing.rules.yaml": """
      format: 1
      sdk: mobilepush
      parameters: [of, at_least]
      always: [{ gap_between: <of>, at_least: <at_least> }]
      """,
    ]
    return SpecFiles { path in contents[path].map { Array($0.utf8) } }
  }

  private func spec(_ text: String, own: String = "") -> [Diagnostic] {
    read(text) { document in
      SpecReader<MobilePushSystem>(files: files(own: own))
        .read(document, catalogue: Self.known).spec.findings
    }
  }

  private func rules(_ text: String) -> [Diagnostic] {
    read(text) { document in
      Spec(
        rules: document, of: SystemVocabulary(MobilePushSystem.self), catalogue: Self.known,
        start: defaultClock, devices: [soleParty]
      ).findings
    }
  }

  private func catalogue(_ text: String) -> [Diagnostic] {
    Catalogue(Array(text.utf8), path: "a").findings
  }

  private func acceptances(_ text: String) -> [Diagnostic] {
    Acceptances(Array(text.utf8), path: "a").findings
  }

  private func importMap(_ text: String) -> [Diagnostic] {
    do throws(Diagnostics) {
      _ = try ImportMap(Array(text.utf8), path: "a")
      return []
    } catch {
      return error.all
    }
  }

  private func read(_ text: String, _ findings: (SpecDocument) -> [Diagnostic]) -> [Diagnostic] {
    do throws(Diagnostics) {
      return findings(try SpecDocument(Array(text.utf8), path: "a.spec.yaml"))
        .filter { $0.severity == .error }
    } catch {
      return error.all
    }
  }
}
