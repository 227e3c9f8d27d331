import EventSourcing
import JSON
import Properties
import Simulation
import Traces

/// Performs a run of `system` again from its text, and holds it against its property; `installed`
/// is the machine of that run, perhaps with a bug.
package func repeatedRun<S: SearchableSystem>(
  _ text: String, of system: S.Type, installed: S.Machine.State
) throws(RepeatedRunError) -> RepeatedRun<S> {
  var options = SearchOptions<S>(seed: 0)
  options.installed = installed
  let (result, searched) = try options.repeated(text)
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
  return (violation, result.unmet, Trace(setting, result.log.records))
}

extension Trace {
  /// A run that was held against a claim, as a trace up to its end, where a promise in time may
  /// have been broken without a record.
  package init<S: SearchableSystem>(
    _ result: RunResult<S>, of claim: SearchedClaim<S>
  ) where S.Machine == Machine {
    let trace = Trace(
      result.plan.setting, result.log.records, origin: "simulate \(claim.claim.id)")
    self = trace.withStates(of: S.self, in: result.world.state, at: result.world.now)
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
      if let event = RunPlanRecord.unknownEvent(in: bytes) {
        throw RepeatedRunError(message: "\(S.name) has no event '\(event)'")
      }
      throw RepeatedRunError(
        message: "this is not the line that simulate has printed: \(error.problem.message), at "
          + "character \(error.start + 1)")
    }
    guard plan.keepsTime else {
      throw RepeatedRunError(
        message: "the run goes back in time, or takes longer than 1000 years")
    }
  }

  /// Finds the first event that the machine does not have: what stands below it cannot be read.
  private static func unknownEvent(in bytes: [UInt8]) -> String? {
    guard case .list(let steps)? = (try? JSONTree(bytes))?["steps"] else { return nil }
    return steps.lazy.compactMap { $0["event"]?.text }
      .first { S.Machine.Event.Name.named($0) == nil }
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
    if let misfit = plan.misfit {
      throw RepeatedRunError(message: "the run does not fit \(S.name): \(misfit)")
    }
    plan.setting.installed = installed
    var result = claim.run(plan)
    result.compare(with: plan)
    return (result, claim)
  }

  /// Takes the plan of an earlier run, which is tried where these options allow it.
  ///
  /// - Returns: Whether it is tried; `nil` for what is no plan of the machine.
  package mutating func takePlan(_ text: String) -> Bool? {
    guard let record = try? RunPlanRecord<S>(text: text), record.text == text,
      record.plan.misfit == nil
    else { return nil }
    let isTried = allows(record.plan)
    if isTried { plans.append(record.plan) }
    return isTried
  }
}

extension NovelPlan {
  package init<S: SearchableSystem>(_ run: NovelRun<S>) {
    self.init(number: run.number, features: run.features) { steps in
      var plan = run.plan
      plan.steps.removeLast(max(0, plan.steps.count - max(1, steps)))
      return RunPlanRecord(claim: SearchedClaim<S>.progress.claim.id, plan: plan).text
    }
  }
}
