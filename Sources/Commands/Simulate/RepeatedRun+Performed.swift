import EventSourcing
import Properties
import Simulation
import Specs
import Traces

extension RepeatedRun where S: SearchableSystem {
  /// Performs a run again from its text, and holds it against its property.
  static func performed(_ text: String) throws(RepeatedRunError) -> RepeatedRun {
    let record: RunPlanRecord<S>
    do throws(Stop) {
      record = try RunPlanRecord<S>(text: text)
    } catch {
      throw RepeatedRunError(message: error.message)
    }
    let claims = SearchOptions<S>(seed: 0).claims
    guard let claim = claims.first(where: { $0.claim.id == record.claim }) else {
      throw RepeatedRunError(message: "\(S.name) has no property '\(record.claim)'")
    }
    return RepeatedRun(claim.run(record.plan), of: claim.claim)
  }

  private init(_ result: RunResult<S>, of claim: Properties.Claim) {
    let setting = result.plan.setting
    self.init(
      violation: result.broken.map { broken in
        let records = broken.records.compactMap { result.log[$0] }.map { record in
          "\((record.at - setting.start).text) \(record.party): "
            + (record.name?.description ?? "")
        }
        return (
          "\(claim.id) is broken: \(broken.sentence)",
          ["the property: \(claim.sentence)"] + records
        )
      },
      trace: Trace(
        header: TraceHeader(
          sdk: S.name, profile: setting.profile, readings: setting.readings,
          config: setting.devices.first?.config ?? S.defaultConfig, started: setting.start),
        records: result.log.records))
  }
}
