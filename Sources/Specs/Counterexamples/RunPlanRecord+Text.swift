import EventSourcing
import JSON
import Properties
import Simulation
import Traces

extension RunPlan {
  /// Whether time goes on from step to step, and does not come near the last instant there is.
  fileprivate var keepsTime: Bool {
    let limit = TimeSpan.days(365_000)
    let length = steps.reduce(TimeSpan.zero) { $0 + $1.after }
    return steps.allSatisfy { $0.after >= .zero } && length <= limit
      && setting.start.milliseconds.magnitude <= limit.milliseconds.magnitude
  }
}

extension RunPlanRecord {
  /// The run as one line, which may stand between single quotes.
  package var text: String {
    String(decoding: canonicalJSON(of: self), as: UTF8.self)
      .replacing("'", with: "\\u0027")
  }

  /// Reads the run from its line.
  package init(text: String) throws(RepeatedRunError) {
    let bytes = Array(text.utf8)
    do throws(JSONError) {
      self = try JSONReader.read(bytes) { reader throws(JSONError) in
        let record = try RunPlanRecord.sample.described(by: &reader)
        guard reader.scanner.position == bytes.count else {
          throw JSONError(.expected("nothing more"), at: reader.scanner.position)
        }
        return record
      }
    } catch {
      throw RepeatedRunError(
        message: "this is not the line that simulate has printed: \(error.problem.message), at "
          + "character \(error.start + 1)")
    }
    guard plan.keepsTime else {
      throw RepeatedRunError(
        message: "the run goes back in time, or takes longer than 1000 years")
    }
  }
}

extension SearchOptions {
  /// Performs a run from its text, and holds it against the claim that it names.
  package func repeated(
    _ text: String
  ) throws(RepeatedRunError) -> (result: RunResult<S>, claim: SearchedClaim<S>) {
    let record = try RunPlanRecord<S>(text: text)
    guard let claim = claims.first(where: { $0.claim.id == record.claim }) else {
      throw RepeatedRunError(message: "\(S.name) has no property '\(record.claim)'")
    }
    var plan = record.plan
    plan.setting.installed = installed
    return (claim.run(plan), claim)
  }
}
