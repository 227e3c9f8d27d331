import Diagnostics
import EventSourcing
import JSON
import Reports
import Specs
import Traces

/// The result of holding one trace against rules, for people and machines.
typealias ConformReport = JudgedTrace<Conformance>

extension ConformReport: TraceJudgement {
  var records: Int64 { content?.records ?? 0 }
  var compared: ComparedDevice? { nil }

  var signatures: [FindingSignature] {
    if verdict == .invalid { return findings.prefix(1).map { FindingSignature(refusal: $0) } }
    return firstBreaches.map(\.rule)
  }

  /// The broken rules in the order of their file, each with the finding that shows it first.
  var firstBreaches: [(rule: FindingSignature, finding: Diagnostic)] {
    guard let conformance = content else { return [] }
    return conformance.rules.compactMap { rule in
      guard rule.verdict == .broken,
        let finding = conformance.firstFinding(on: rule, file: file)
      else { return nil }
      let first = rule.breaches.first?.witnesses.last?.first?.seq ?? 0
      return (
        FindingSignature(text: rule.name, count: Int64(rule.breaches.count), seq: first), finding
      )
    }
  }

  /// The report for people; without `explained` broken rules are named alone.
  func text(_ style: TextStyle, explained: Bool) -> String {
    var lines = content.map { self.lines($0, style) } ?? []
    if !explained {
      lines += signatures.map { "        \(visible($0.text)) (first at record \($0.seq))" }
    }
    return lines.map { $0 + "\n" }.joined()
      + findings.filter { explained || $0.code != .brokenByTrace }.text(style)
  }

  private func lines(_ conformance: Conformance, _ style: TextStyle) -> [String] {
    let isJudged = conformance.rules.contains { $0.verdict == .held || $0.verdict == .broken }
    let (word, role): (String, TextStyle.Role?) =
      switch verdict {
      case .finding where conformance.holds: ("DAMAGE", .error)
      case .finding: ("BROKEN", .error)
      case _ where isJudged: ("ok", .good)
      case _: ("none", nil)
      }
    let painted = (role.map { style.paint(word, $0) } ?? word) + padding(word, to: 8)
    let summary = conformance.summary
    return ["\(painted)\(visible(file)): \(counted(conformance.records, "record")); \(summary)"]
      + conformance.remarks.map { "        \(visible($0))" }
  }
}

extension Conformance: ReportedRecord {
  package static let reported = ReportMembers<Conformance> { it in
    it("conforms", \.holds, "Whether no rule is broken.")
    it("records", \.records, "The number of records read.")
    it("readings", \.readings, "The readings of its recorder that are not the defaults.")
    it.list("rules", \.rules, "The rules in the order of their file, then the properties.") {
      rule in
      rule.nullable("id", \.id)
      rule("rule", \.text, "The sentence of the rule or the property.")
      rule("covers", \.covers, "The requirements that it follows.")
      rule("verdict", \.verdict, "The verdict of the trace.")
      rule("not_recorded", \.missing, "The names that it uses and the trace never has.")
      rule("breaches", \.breaches, "The first time of each device.")
    }
  }
}

extension RuleBreach: ReportedRecord {
  package static let reported = ReportMembers<RuleBreach> { breach in
    breach("message", \.message)
    breach.nullable("party", \.party, "The device.")
    breach("measured", \.measured, "The time that something took.")
    breach("kept_before", \.held, "The number of times that the rule had been kept before.")
    breach.list("witnesses", \.witnesses, "The records that show it.") { chain in
      chain("record", \.first)
      chain("causes", { $0.dropFirst().map(\.seq) }, "The records that led to it.")
    }
  }
}

extension JudgedRule.Verdict: Reported {}

extension Conformance {
  /// The number of rules with each result, in words.
  fileprivate var summary: String {
    var parts = ["\(counted(count { $0 == .held }, "rule")) held"]
    let broken = count { $0 == .broken }
    if broken > 0 { parts.insert("\(broken) broken", at: 0) }
    let rest = [
      (count { $0 == .inconclusive }, "inconclusive"),
      (count { $0 == .notExercised }, "not exercised"),
      (count { $0.reason != nil || $0 == .notRecorded }, "cannot be judged"),
    ]
    parts += rest.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.joined(separator: ", ")
  }

  /// The rules that say nothing, with the reasons.
  fileprivate var remarks: [String] {
    var remarks: [String] = []
    let open = rules.filter { $0.verdict == .inconclusive }.map(\.name)
    if !open.isEmpty {
      remarks.append("inconclusive, because the trace ends: \(open.joined(separator: ", "))")
    }
    for kind in [JudgedRule.Verdict.startsLate, .recordedLate, .otherReadings] {
      let names = rules.filter { $0.verdict == kind }.map(\.name)
      guard let reason = kind.reason, !names.isEmpty else { continue }
      remarks.append(
        "cannot be judged, because \(reason): \(names.joined(separator: ", "))")
    }
    var byNames = KeyedList<[String], [String]>()
    for rule in rules {
      if let names = rule.missing { byNames[names, default: []].append(rule.name) }
    }
    for (names, rules) in byNames.pairs {
      remarks.append(
        "cannot be judged, because no \(names.joined(separator: " and no ")) is recorded: "
          + rules.joined(separator: ", "))
    }
    return remarks
  }
}

extension JudgedRule.Verdict {
  /// The reason why the trace as a whole says nothing about the rule.
  fileprivate var reason: String? {
    switch self {
    case .startsLate: "the first records are missing"
    case .recordedLate: "effects are recorded later than their events"
    case .otherReadings: "the trace was recorded under other readings"
    case .held, .broken, .inconclusive, .notExercised, .notRecorded: nil
    }
  }
}
