import Diagnostics
import Reports
import SpecFormat
import Specs

extension ScenarioReport {
  /// A finished scenario as reports show it.
  init(_ result: ScenarioResult) {
    let outcome: Outcome
    var reason: String?
    switch result.outcome {
    case .passed: outcome = .passed
    case .failed: outcome = .failed
    case .knownBug(let bug):
      outcome = .knownBug
      reason = bug
    case .unexpectedPass(let bug):
      outcome = .unexpectedPass
      reason = bug
    case .skipped(let why):
      outcome = .skipped
      reason = why
    }
    self.init(
      id: result.title.label, name: result.title.name, file: result.title.place.file,
      line: result.title.row?.place.line ?? result.title.place.line, tags: result.title.tags,
      covers: result.covers, outcome: outcome, reason: reason, virtualTime: result.virtualTime,
      failures: result.failures)
    elapsed = result.elapsed
  }
}
