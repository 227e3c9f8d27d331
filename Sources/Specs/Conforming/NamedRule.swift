import Diagnostics
import SpecFormat

extension Spec {
  /// The rule called `id` of a spec or of a file of rules; without an id the only rule that there
  /// is. An id that is none is looked for among `properties` too, which the caller takes as well.
  public func rule(
    _ id: String?, besides properties: [String] = []
  ) throws(Diagnostics) -> PlacedRule {
    if !isValid { throw Diagnostics(errors) }
    let rules = writtenRules
    if let only = rules.first, rules.count == 1, id == nil { return only }
    let named = rules.compactMap(\.id).eachOnce()
    guard let id else {
      throw Diagnostics([
        Diagnostic(
          .unknownName, "'\(path)' has \(counted(rules.count, "rule"))",
          notes: named.isEmpty
            ? [] : ["help: name one with --rule: \(named.joined(separator: ", "))"])
      ])
    }
    if let found = rules.first(where: { $0.id == id }) { return found }
    let known = named + properties
    let near = didYouMean(id, among: known).map { [$0] } ?? []
    let others = properties.isEmpty ? "" : ", and no property,"
    throw Diagnostics([
      Diagnostic(
        .unknownName, "no rule of '\(path)'\(others) is called '\(id)'",
        notes: near + ["known: \(known.joined(separator: ", "))"])
    ])
  }

  /// The rules, each once: one of the file is a rule of each of its scenarios and rows too.
  private var writtenRules: [PlacedRule] {
    var written: [PlacedRule] = []
    for rule in rules + scenarios.flatMap(\.rules) {
      let isNew = !written.contains {
        $0.place == rule.place && $0.sentencePlace == rule.sentencePlace && $0.text == rule.text
      }
      if isNew { written.append(rule) }
    }
    return written
  }
}
