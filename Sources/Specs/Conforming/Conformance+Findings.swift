import Diagnostics
import EventSourcing
import Reports
import Traces

extension Conformance {
  /// Returns everything found: broken rules in the order of their records, damage, unknown names, a
  /// cut.
  public func diagnostics(file: String) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for rule in rules {
      for breach in rule.breaches { found.append(finding(rule, breach, file)) }
    }
    found.sort { ($0.place?.line ?? 0) < ($1.place?.line ?? 0) }
    return found + ending.warnings(file)
  }

  /// The finding about the first time that `rule` was broken; `nil` where it was not.
  public func firstFinding(on rule: JudgedRule, file: String) -> Diagnostic? {
    rule.breaches.first.map { finding(rule, $0, file) }
  }

  private func finding(_ rule: JudgedRule, _ breach: RuleBreach, _ file: String) -> Diagnostic {
    let values = ValueText(from: started)
    let party = breach.party.map { $0 == soleParty ? "" : " (\($0))" } ?? ""
    var notes = breach.witnesses.isEmpty ? [] : [witnesses(breach, values)]
    notes.append("\(rule.text)")
    let covers = rule.covers.isEmpty ? "" : ", for \(rule.covers.joined(separator: ", "))"
    let kind = rule.place == nil ? "property" : "rule"
    notes.append(
      rule.place.map { "the rule stands at \($0)\(covers)" }
        ?? "a property of every run\(covers)")
    if breach.held > 0 { notes.append("it was kept \(counted(breach.held, "time")) before") }
    if !readings.isEmpty {
      notes.append(
        "the trace was recorded under other readings than the documents' default: "
          + readings.joined(separator: ", "))
    }
    let line = breach.witnesses.last?.first?.line ?? 1
    return Diagnostic(
      .brokenByTrace, "\(kind) \(rule.name) is broken: \(breach.message)\(party)",
      at: Place(file: file, line: line, column: 1), labels: [],
      notes: notes.map { truncate($0, to: 600) }
    ).with(
      expected: .text(rule.text), actual: .text(breach.message),
      record: breach.witnesses.last?.first?.value)
  }

  private func witnesses(_ breach: RuleBreach, _ values: ValueText) -> String {
    var lines = breach.witnesses.map { chain in
      chain.prefix(4).enumerated().map { index, record in
        let place = record.line.map { "line \($0), " } ?? ""
        let request = record.request.map { " #\($0)" } ?? ""
        let head = index == 0 ? "" : "  ← "
        return "\(head)\(values.instant(record.at))  \(place)record \(record.seq): "
          + "\(record.name)\(request)"
      }.joined(separator: "\n")
    }
    if let measured = breach.measured, breach.witnesses.count > 1 {
      lines.append("└──── \(measured.text) ────┘")
    }
    return lines.joined(separator: "\n")
  }
}
