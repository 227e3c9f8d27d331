import Diagnostics
import EventSourcing
import JSON
import Properties
import Reports
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
  var text: String {
    String(decoding: canonicalJSON(of: self), as: UTF8.self)
      .replacing("'", with: "\\u0027")
  }

  /// Reads the run from its line.
  init(text: String) throws(Stop) {
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
      throw Stop(
        .invalid,
        "--reproduce takes the line that simulate has printed: \(error.problem.message), at "
          + "character \(error.start + 1)")
    }
    guard plan.keepsTime else {
      throw Stop(
        .invalid, "the run of --reproduce goes back in time, or takes longer than 1000 years")
    }
  }
}
