import Diagnostics
import EventSourcing
import JSON
import Reports
import Traces
import YAMLText

/// A counterexample and the files in which it is kept.
struct KeptCounterexample {
  private let found: Counterexample
  private let sdk: String
  /// The file of the rule that is broken; `nil` for a property of the system.
  private let rules: String?
  /// Where its trace is; `nil` while it is not kept.
  var trace: String?
  /// Where its spec is.
  var spec: String?

  init(_ found: Counterexample, sdk: String, rules: String? = nil) {
    self.found = found
    self.sdk = sdk
    self.rules = rules
  }

  /// Whether a rule of a file is broken.
  var isRule: Bool { rules != nil }

  /// The line of a shell that repeats it.
  private var command: String {
    let options = rules.map { "--sdk \(sdk) --rules \(shellWord($0))" } ?? "--sdk \(sdk)"
    return "\(CommandContext.calledAs) simulate \(options) --reproduce '\(found.text)'"
  }

  func text(_ style: TextStyle) -> String {
    var lines = ["\(found.claim.id) is broken: \(visible(found.claim.sentence))"]
    let party = found.party.map { "\(visible($0)): " } ?? ""
    lines.append("  \(party)\(visible(found.sentence))")
    if !found.witnesses.isEmpty {
      lines.append("  records \(found.witnesses.map { "\($0)" }.joined(separator: ", "))")
    }
    if let run = found.run {
      lines.append(
        "  run \(run), made smaller from \(counted(found.before, "step")) to "
          + "\(found.steps.count) in \(counted(found.tries, "run"))")
    }
    for part in found.setting { lines.append("  with \(visible(part))") }
    var table = TextTable([.right, .left, .left, .left])
    for step in found.steps {
      table.add([step.at.text, visible(step.party), visible(step.line), visible(step.reason)])
    }
    lines += table.lines(indent: 4)
    if found.heals { lines.append("    then every fault ends and the world comes to rest") }
    if let trace { lines.append("  trace: \(visible(trace))") }
    if let spec { lines.append("  spec: \(visible(spec))") }
    lines.append("  repeat: \(visible(command))")
    return lines.map { $0 + "\n" }.joined()
  }

  func write(to json: inout JSONOutput) {
    json.member("property", found.claim.id)
    json.member("claim", found.claim.sentence)
    json.list("covers") { list in found.claim.covers.forEach { list.element($0) } }
    json.member("message", found.sentence)
    json.member("party", found.party)
    json.list("records") { list in found.witnesses.forEach { list.element($0) } }
    if let run = found.run { json.member("run", run) }
    json.object("steps_before_and_after") { object in
      object.member("before", Int64(found.before))
      object.member("after", Int64(found.steps.count))
      object.member("tries", Int64(found.tries))
    }
    json.list("setting") { list in found.setting.forEach { list.element($0) } }
    json.list("steps") { list in
      for step in found.steps {
        list.object { object in
          object.member("at", step.at.milliseconds)
          object.member("party", step.party)
          object.member("action", step.action)
          object.member("fields", step.fields)
          object.member("reason", step.reason)
        }
      }
    }
    json.member("heals", found.heals)
    json.member("trace", trace)
    json.member("spec", spec)
    json.member("reproduce", found.text)
    json.member("command", command)
  }
}

extension Counterexample {
  /// The name of its files: the property and what makes this run another one than the next.
  func fileName(_ sdk: String) -> String {
    let plain = claim.id.map { character in
      character.isASCII && (character.isLetter || character.isNumber || character == "-")
        ? character : "-"
    }
    let hash = Array(text.utf8).withUnsafeBufferPointer { XXH64($0) }
    return "\(sdk)-\(String(plain))-\(hash.text.prefix(8))"
  }

  /// The counterexample as a spec, with its steps in words.
  func spec(_ sdk: String) -> String {
    var lines = [
      "# A run that simulate found and made small. It fails as long as the property is broken.",
      "format: 1", "sdk: \(sdk)", "feature: Runs that broke a property", "",
      "scenarios:", "  - name: \(yamlText(claim.sentence))",
      "    id: \(yamlText(fileName(sdk)))",
      "    # \(visible(sentence))",
    ]
    for part in setting { lines.append("    # with \(visible(part))") }
    for step in steps {
      let party = step.party.isEmpty ? "" : " \(step.party)"
      lines.append("    # \(step.at.text)\(visible(party)): \(visible(step.line))")
    }
    if heals { lines.append("    # then every fault ends and the world comes to rest") }
    lines.append("    reproduce: \(yamlText(text))")
    return lines.map { $0 + "\n" }.joined()
  }

  private func yamlText(_ text: String) -> String { yaml(.text(text), from: .distantPast) }
}

extension Counterexample.Step {
  /// What happens, with its fields.
  var line: String {
    guard case .fields(let values) = fields, !values.isEmpty else { return action }
    return "\(action) \(yaml(fields, from: .distantPast))"
  }
}
