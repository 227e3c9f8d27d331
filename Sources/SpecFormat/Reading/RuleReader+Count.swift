import EventSourcing
import Rules
import YAML

/// Reads how often something happens: in the whole run, or in windows.
extension RuleReader {
  func count(_ node: YAMLNode) -> Said? {
    guard let counted = node[CountKey.count].flatMap(sought), let number = node[CountKey.number]
    else { return nil }
    let matcher = context.count(number)
    let matching = Matching(start: context.start)
    let window = window(node)
    return Said(
      sentence: .count(context.pattern(counted), in: window) {
        matching.matches(matcher, .integer(Int64($0)))
      }, bound: number, sought: counted, awaited: node[CountKey.afterEach])
  }

  /// The window in which something is counted; `nil` for the whole run.
  private func window(_ node: YAMLNode) -> CountWindow? {
    let (within, until) = (node[CountKey.within], node[CountKey.until])
    guard let opener = pattern(node[CountKey.afterEach]) else {
      if node[CountKey.afterEach] == nil, let other = within ?? until {
        findings.addMissing(
          CountKey.afterEach, in: "a 'count' rule with a window", at: other.place)
      }
      return nil
    }
    let closers = patterns(until)
    if within == nil, closers.isEmpty {
      findings.addMissing(
        CountKey.within, in: "a 'count' rule with 'after_each', or 'until'",
        at: node[CountKey.afterEach]?.place ?? node.place)
    }
    return CountWindow(
      after: opener, within: within.flatMap { length($0, from: .zero) }, until: closers)
  }
}
