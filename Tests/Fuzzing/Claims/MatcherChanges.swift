import EventSourcing
import SpecFormat
import YAML
import YAMLText

/// A matcher that holds, changed at one place so that it holds no more; `isLoose` where the changed
/// part might be held against something else than before.
func matcherChanges(
  _ node: YAMLNode, isLoose: Bool = false
) -> [(text: String, node: YAMLNode)] {
  switch node.content {
  case .scalar(let text, let style):
    return scalarChange(text, style, isLoose: isLoose).map {
      [("\(text) → \($0)", node.holding(.scalar($0, style)))]
    } ?? []
  case .list(let elements):
    var changes = elements.indices.flatMap { index in
      matcherChanges(elements[index], isLoose: isLoose).map {
        ("\(index): \($0.text)", node.replacing(index, by: $0.node))
      }
    }
    for index in elements.indices {
      changes.append(("\(index) left out", node.replacing(index, by: nil)))
    }
    return changes
  case .map(let entries):
    return entries.flatMap { entry in
      let inner =
        MatcherOperator(rawValue: entry.key).map { operandChanges($0, entry.value, isLoose) }
        ?? matcherChanges(entry.value, isLoose: isLoose)
      if entry.key == MatcherOperator.not.rawValue, entries.count == 1, !isLoose {
        return [("without not", entry.value)]
      }
      return inner.map { ("\(entry.key): \($0.text)", node.setting(entry.key, to: $0.node)) }
    }
  }
}

private func operandChanges(
  _ name: MatcherOperator, _ node: YAMLNode, _ isLoose: Bool
) -> [(text: String, node: YAMLNode)] {
  switch name {
  case .exactly, .size: return matcherChanges(node, isLoose: isLoose)
  case .contains, .anyOrder:
    return (node.elements ?? []).indices.flatMap { index in
      matcherChanges(node.elements?[index] ?? node, isLoose: true).map {
        ("\(index): \($0.text)", node.replacing(index, by: $0.node))
      }
    }
  case .matches: return [("a pattern of nothing", node.holding(.scalar("^no such text$", .double)))]
  case .between:
    guard let high = node.elements?.last, let text = high.text, let later = moved(text, by: 1),
      let last = moved(text, by: 2)
    else { return [] }
    let bounds = [later, last].map { high.holding(.scalar($0, .plain)) }
    return [("[\(later), \(last)]", node.holding(.list(bounds)))]
  case .atLeast: return far(node, 1)
  case .atMost: return far(node, -1)
  case .not: return []
  }
}

/// A bound beyond every value.
private func far(_ node: YAMLNode, _ sign: Int64) -> [(text: String, node: YAMLNode)] {
  guard let text = node.text, let bound = moved(text, by: sign * 1_000_000_000_000) else {
    return []
  }
  return [(bound, node.holding(.scalar(bound, .plain)))]
}

/// A number or a duration, so much later or larger.
private func moved(_ text: String, by difference: Int64) -> String? {
  if let number = Int64(text) { return String(number + difference) }
  return TimeSpan(text: text).map { ($0 + .milliseconds(difference)).text }
}

private func scalarChange(_ text: String, _ style: YAMLStyle, isLoose: Bool) -> String? {
  if text.contains("<") { return nil }
  if style == .plain {
    switch text {
    case "", "null", "none", "unchecked", MatcherWord.any.rawValue: return nil
    case MatcherWord.absent.rawValue: return isLoose ? nil : MatcherWord.present.rawValue
    case MatcherWord.present.rawValue: return isLoose ? nil : MatcherWord.absent.rawValue
    case "true": return isLoose ? nil : "false"
    case "false": return isLoose ? nil : "true"
    default: break
    }
    if let moved = moved(text, by: isLoose ? 1_000_003 : 1) { return moved }
  }
  return text + "-x"
}
