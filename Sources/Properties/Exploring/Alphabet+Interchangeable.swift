import EventSourcing
import Simulation

extension Alphabet {
  /// The values that may be exchanged for each other, in classes: swapping two of them in every
  /// input gives the same inputs.
  public var interchangeable: [[String]] {
    let written = inputs.map { Written(name: $0.name.text.description, value: $0.value) }
    var texts: [String] = []
    for input in written { input.value.addPersonalTexts(to: &texts) }
    var classes: [[String]] = []
    for text in texts where !classes.contains(where: { $0.contains(text) }) {
      let partners = texts.filter { $0 != text && isSymmetric(text, $0, in: written) }
      if !partners.isEmpty { classes.append([text] + partners) }
    }
    return classes
  }

  private func isSymmetric(_ left: String, _ right: String, in inputs: [Written]) -> Bool {
    let swapped = inputs.map { Written(name: $0.name, value: $0.value.swapping(left, right)) }
    return Set(swapped) == Set(inputs)
  }

  private struct Written: Hashable {
    var name: String
    var value: Value
  }
}

extension Value {
  /// The personal texts in the tree, each once, in the order in which they stand there.
  fileprivate func addPersonalTexts(to texts: inout [String]) {
    switch self {
    case .personal(let text):
      let isPlain = text.first != " " && text.last != " " && !text.isEmpty
      if isPlain, !texts.contains(text) { texts.append(text) }
    case .list(let values):
      for value in values { value.addPersonalTexts(to: &texts) }
    case .fields(let fields):
      for field in fields { field.value.addPersonalTexts(to: &texts) }
    case .null, .boolean, .integer, .text, .instant, .span: break
    }
  }

  /// The same tree with two texts in each other's place.
  fileprivate func swapping(_ left: String, _ right: String) -> Value {
    switch self {
    case .personal(let text):
      .personal(text == left ? right : text == right ? left : text)
    case .list(let values):
      .list(values.map { $0.swapping(left, right) })
    case .fields(let fields):
      .fields(
        fields.map {
          Value.Field(name: $0.name, value: $0.value.swapping(left, right))
        })
    case .null, .boolean, .integer, .text, .instant, .span: self
    }
  }
}
