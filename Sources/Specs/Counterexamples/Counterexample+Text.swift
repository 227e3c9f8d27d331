import Diagnostics
import EventSourcing
import Properties
import Reports
import YAMLText

extension Counterexample {
  /// The claim that is broken and the steps to it, line by line.
  package var lines: [String] {
    var lines = ["\(claim.id) is broken: \(visible(claim.sentence))"]
    let party = party.map { "\(visible($0)): " } ?? ""
    lines.append("  \(party)\(visible(sentence))")
    if !witnesses.isEmpty {
      lines.append("  records \(witnesses.map { "\($0)" }.joined(separator: ", "))")
    }
    for other in also {
      lines.append("  also broken: \(visible(other.id)): \(visible(other.sentence))")
    }
    if let run {
      lines.append(
        "  run \(run), made smaller from \(counted(before, "step")) to "
          + "\(steps.count) in \(counted(tries, "run"))")
    }
    for part in setting { lines.append("  with \(visible(part))") }
    var table = TextTable([.right, .left, .left, .left])
    for step in steps {
      table.add([step.at.text, visible(step.party), visible(step.line), visible(step.reason ?? "")])
    }
    lines += table.lines(indent: 4)
    if steps.contains(where: { $0.reason == nil }) {
      lines.append("    (too long to say what does not come about without each step)")
    }
    if heals { lines.append("    then every fault ends and the world comes to rest") }
    return lines
  }

  /// The line that says why the run cannot be repeated; `nil` where it can.
  package var refusal: String? {
    unrepeated.map { "  error: no run repeats this: \(visible($0))" }
  }

  /// The line that says how short the way there is; `nil` where not every way was searched.
  package var shortest: String? {
    moves.map { "  \(counted($0, "move")), and none with fewer" }
  }

  /// The name of its files: the property and what makes this run another one than the next.
  package func fileName(_ sdk: String) -> String {
    let plain = claim.id.map { character in
      character.isASCII && (character.isLetter || character.isNumber || character == "-")
        ? character : "-"
    }
    return "\(sdk)-\(String(plain))-\(XXH64(text).text.prefix(8))"
  }

  /// The counterexample as a spec, with its steps in words.
  package func spec(_ sdk: String) -> String {
    var lines = [
      "# A run that simulate found and made small. It fails as long as the property is broken.",
      "format: 1", "sdk: \(sdk)", "feature: Runs that broke a property", "",
      "scenarios:", "  - name: \(yamlText(claim.sentence))",
      "    id: \(yamlText(fileName(sdk)))",
      "    # \(visible(sentence))",
    ]
    lines += comments.map { "    # \($0)" }
    lines.append("    reproduce: \(yamlText(text))")
    return lines.map { $0 + "\n" }.joined()
  }

  /// The setting and the steps of the run, in words, as comments of what repeats it.
  package var comments: [String] {
    setting.map { "with \(visible($0))" }
      + steps.map { step in
        let party = step.party.isEmpty ? "" : " \(step.party)"
        return "\(step.at.text)\(visible(party)): \(visible(step.line))"
      } + (heals ? ["then every fault ends and the world comes to rest"] : [])
  }

  private func yamlText(_ text: String) -> String { yaml(.text(text), from: .distantPast) }
}
