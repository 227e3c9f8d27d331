import Diagnostics
import Properties
import Specs

extension Counterexample {
  /// A test that can be pasted: it repeats the run, and fails as long as the property is broken.
  ///
  /// `isOwn` says that the system has the property itself.
  func test(of system: any SearchableSystem.Type, isOwn: Bool) -> [String] {
    let longest = text.split { $0 != "#" }.map(\.count).max() ?? 0
    let pounds = String(repeating: "#", count: longest + 1)
    let pieces = brokenAtCommas(text, width: 88).map { "        \($0)" }
    return ["  @Test func `\(testName)`() {"] + comments.map { "    // \($0)" } + [
      "    checkProperties(",
      "      of: \(system).self,\(isOwn ? "" : " properties,")",
      "      reproducing: \(pounds)\"\"\"",
      pieces.joined(separator: "\\\(pounds)\n"),
      "        \"\"\"\(pounds))",
      "  }",
    ]
  }

  /// The claim, without what may not stand between backticks.
  private var testName: String {
    visible(claim.sentence).replacing("`", with: "'").replacing("\\", with: "/")
  }
}

/// The text in pieces that end with a comma, none wider than `width` where that can be.
private func brokenAtCommas(_ text: String, width: Int) -> [String] {
  var pieces = [""]
  let parts = text.split(separator: ",", omittingEmptySubsequences: false)
  for (place, part) in parts.enumerated() {
    let part = place + 1 < parts.count ? part + "," : part
    if pieces[pieces.count - 1].count + part.count > width { pieces.append("") }
    pieces[pieces.count - 1] += part
  }
  return pieces
}
