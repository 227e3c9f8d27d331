import EventSourcing
import Properties
import Simulation
import Traces

/// Performs a run of `system` again from its text, and holds it against its property.
package func repeatedRun<S: SearchableSystem>(
  _ text: String, of system: S.Type
) throws(RepeatedRunError) -> RepeatedRun<S> {
  let (result, searched) = try SearchOptions<S>(seed: 0).repeated(text)
  let (setting, claim) = (result.plan.setting, searched.claim)
  let violation = result.broken.map { broken in
    let records = broken.records.compactMap { result.log[$0] }.map { record in
      "\((record.at - setting.start).text) \(record.party): \(record.name?.description ?? "")"
    }
    return (
      message: "\(claim.id) is broken: \(broken.sentence)",
      notes: ["the property: \(claim.sentence)"] + records
    )
  }
  return (violation, Trace(setting, result.log.records))
}

extension Trace {
  /// A run that was held against a claim, as a trace.
  package init<S: SearchableSystem>(
    _ result: RunResult<S>, of claim: SearchedClaim<S>
  ) where S.Machine == Machine {
    self.init(
      result.plan.setting, result.log.records, origin: "simulate \(claim.claim.id)")
  }

  /// A run as a trace.
  package init<S: System>(
    _ setting: RunSetting<S>, _ records: [LogRecord<S.Machine.Event, S.Machine.Effect>],
    origin: String? = nil
  ) where S.Machine == Machine {
    self.init(
      header: TraceHeader<Machine>(
        sdk: S.name, profile: setting.profile, readings: setting.readings,
        config: setting.devices.first?.config ?? S.defaultConfig, origin: origin,
        started: setting.start),
      records: records)
  }
}
