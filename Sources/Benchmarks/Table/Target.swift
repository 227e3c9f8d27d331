/// A promise about the figures of a row.
enum Target {
  /// So many units a second.
  case rate(Double, String)
  /// So many times as fast as another contestant; below `floor` something is broken, however busy
  /// the machine is.
  case ratio(Double, String, over: String, floor: Double)
  /// No more seconds than these.
  case limit(seconds: Double, String)

  /// A line about what came out; `nil` where a contestant was not measured.
  func line(_ figures: [String: Figure]) -> String? {
    switch self {
    case .rate(let wanted, let name):
      guard let rate = figures[name]?.rate else { return nil }
      return verdict(
        "\(name): \(shortRate(rate)) a second, wanted \(shortRate(wanted))", rate >= wanted)
    case .ratio(let wanted, let name, let other, _):
      guard let own = figures[name], let others = figures[other] else { return nil }
      let ratio = others.median / own.median
      return verdict(
        "\(name): \(digits(ratio)) times as fast as \(other), wanted \(digits(wanted))",
        ratio >= wanted)
    case .limit(let seconds, let name):
      guard let median = figures[name]?.median else { return nil }
      return verdict(
        "\(name): \(shortTime(median)), wanted below \(shortTime(seconds))", median < seconds)
    }
  }

  /// A line about a ratio below its floor; `nil` where there is none, or no floor.
  func breach(_ figures: [String: Figure]) -> String? {
    guard case .ratio(_, let name, let other, let floor) = self, let own = figures[name],
      let others = figures[other]
    else { return nil }
    let ratio = others.median / own.median
    if ratio >= floor { return nil }
    return "\(name): \(digits(ratio)) times as fast as \(other), never below \(digits(floor))"
  }

  private func verdict(_ text: String, _ isReached: Bool) -> String {
    "\(isReached ? "reached    " : "NOT reached")  \(text)"
  }
}
