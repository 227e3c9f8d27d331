import Diagnostics
import EventSourcing
import SpecFormat
import Specs

/// Claims that allow an effect more time than the requirements that they cover.
struct WideWindows {
  private var allowed: [String: TimeSpan] = [:]

  /// Takes the windows of the requirements; a clause has that of its requirement.
  init(_ catalogues: [Catalogue]) {
    for requirement in catalogues.flatMap(\.requirements) {
      guard let window = requirement.window else { continue }
      for id in [requirement.id] + requirement.clauses.map(\.id) { allowed[id.text] = window }
    }
  }

  func findings(_ spec: Spec) -> [Diagnostic] {
    spec.scenarios.flatMap { findings($0.windows, covers: $0.covers.map(\.text)) }
      + spec.ruleWindows.flatMap { findings([$0.window], covers: $0.covers) }
  }

  private func findings(_ windows: [ClaimedWindow], covers: [String]) -> [Diagnostic] {
    let limits = covers.compactMap { id in allowed[id].map { (id, $0) } }
    guard let (id, limit) = limits.max(by: { $0.1 < $1.1 }) else { return [] }
    return windows.filter { $0.length > limit }.map { window in
      Diagnostic(
        .wideWindow, severity: .warning,
        "this window is \(window.length.text) wide, \(id) allows \(limit.text)",
        at: window.place, proposal: "narrow it to \(limit.text)")
    }
  }
}
