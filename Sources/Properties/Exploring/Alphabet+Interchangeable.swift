import EventSourcing
import Simulation

extension Alphabet {
  /// The values that may be exchanged for each other, in classes: swapping two of them in every
  /// input gives the same inputs.
  public var interchangeable: [[String]] {
    var collector = PersonalTexts()
    for input in inputs { _ = input.fields(&collector) }
    var classes: [[String]] = []
    for text in collector.texts where !classes.contains(where: { $0.contains(text) }) {
      let partners = collector.texts.filter { $0 != text && isSymmetric(text, $0) }
      if !partners.isEmpty { classes.append([text] + partners) }
    }
    return classes
  }

  private func isSymmetric(_ left: String, _ right: String) -> Bool {
    var exchange = PersonalExchange(left: left, right: right)
    return Set(inputs.map { $0.fields(&exchange) }) == Set(inputs)
  }
}

/// Collects personal texts, each once, in the order in which they come up.
private struct PersonalTexts: ValueRewriter {
  private(set) var texts: [String] = []

  mutating func personal(_ value: String) -> String {
    let isPlain = value.first != " " && value.last != " " && !value.isEmpty
    if isPlain, !texts.contains(value) { texts.append(value) }
    return value
  }
}

/// Puts two personal texts in each other's place.
private struct PersonalExchange: ValueRewriter {
  let left: String
  let right: String

  func personal(_ value: String) -> String {
    value == left ? right : value == right ? left : value
  }
}
