import EventSourcing
import Properties
import Rules
import Simulation
import Traces

/// Holds the records of a trace against the claims that records alone can break, each device by
/// itself.
///
/// Claims about every drawn run hold for a trace too. A trace by itself shows nothing about claims
/// that look at the world or the backends.
package struct TracedClaims<S: System> {
  let properties: [Property<S>]
  private let startsLate: Bool
  private var setting: RunSetting<S>
  private let config: S.Machine.Config
  private var devices: [Device] = []
  private var places: [String: Int] = [:]
  private var lastPlace = 0
  private var lastSeq: Int64 = .min
  /// Whether every effect stands at the instant of its device's last event.
  private var isImmediate = true
  /// Whether the readings have changed since the first event: the claims are about one reading.
  private var isOver = false

  private struct Device {
    var checker: Checker<S>
    var lastEvent: Instant?
    /// Whether the first launch says all that is known of the device; `nil` before it.
    var isDescribed: Bool?
  }

  /// Holds the records of a trace with this header against those properties that records alone can
  /// break.
  package init(_ properties: [Property<S>], _ header: TraceHeader<S.Machine>) {
    self.properties = properties.filter { $0.claim.evidence != nil }
    startsLate = header.hasUnknownHistory
    setting = RunSetting(
      start: header.started, devices: [], profile: header.profile, readings: header.readings)
    config = header.config
  }

  /// Takes the next record of the trace.
  package mutating func observe(_ record: LogRecord<S.Machine.Event, S.Machine.Effect>) {
    // A line that comes twice is damage, and nothing that the device did.
    if properties.isEmpty || isOver || record.seq <= lastSeq { return }
    lastSeq = record.seq
    if let role = record.eventName?.role {
      if case .harness = role { return changeReadings(record.fields) }
      guard let place = place(of: record.party) else { return }
      if role == .processStart, devices[place].isDescribed == nil, case .event(let event) = record {
        let whole = S.complete(
          event.event, of: event.party, device: S.defaultDevice(named: event.party),
          config: config, in: S.Machine.initial)
        devices[place].isDescribed = whole == event.event
      }
      devices[place].lastEvent = record.at
      devices[place].checker.observe(record)
    } else if record.effectName != nil {
      guard let place = place(of: record.party) else { return }
      if devices[place].lastEvent != record.at { isImmediate = false }
      devices[place].checker.observe(record)
    }
  }

  private mutating func changeReadings(_ event: Value?) {
    guard devices.isEmpty, let profile = event?["profile"]?.text, let readings = event?["readings"],
      let known = S.profiles.first(where: { $0.name == profile }), known.readings.value == readings
    else {
      isOver = true
      return
    }
    setting.profile = profile
    setting.readings = known.readings
  }

  private mutating func place(of party: String) -> Int? {
    if lastPlace < devices.count, setting.devices[lastPlace].name == party { return lastPlace }
    if S.backends.contains(party) { return nil }
    if let place = places[party] {
      lastPlace = place
      return place
    }
    lastPlace = devices.count
    places[party] = lastPlace
    setting.devices.append(Preparation.Device(name: party, config: config))
    var own = setting
    own.devices = [setting.devices[lastPlace]]
    devices.append(Device(checker: Checker(properties, setting: own)))
    return lastPlace
  }

  /// Whether a claim is broken if the trace ends at `end` and has effects of the names `recorded`;
  /// of a trace that is cut there the last ones may be missing.
  package func isBroken(at end: Instant, recorded: Set<String>, isCut: Bool) -> Bool {
    finish(at: end, recorded: recorded.contains, startsLate: startsLate, isCut: isCut)
      .contains { $0.verdict == .broken }
  }

  /// Judges the trace on each claim; `recorded` says which effects are in it.
  ///
  /// Of a trace that is cut the last effects may be missing: its last event is not judged.
  consuming func finish(
    at end: Instant, recorded: (String) -> Bool, startsLate: Bool, isCut: Bool
  ) -> [JudgedRule] {
    for place in devices.indices {
      devices[place].checker.endRecords(
        at: end, judgesLastStep: !isCut || place != lastPlace)
    }
    return properties.indices.map { number in
      let claim = properties[number].claim
      var judged = JudgedRule(
        id: claim.id, text: claim.sentence, place: nil, covers: claim.covers, verdict: .held)
      let missing = (claim.evidence ?? []).filter { !recorded($0) }
      if startsLate {
        judged.verdict = .startsLate
      } else if !missing.isEmpty {
        judged.verdict = .notRecorded
        judged.missing = missing
      } else if !isImmediate {
        judged.verdict = .recordedLate
      } else {
        judge(&judged, number)
      }
      return judged
    }
  }

  private func judge(_ judged: inout JudgedRule, _ number: Int) {
    let described = devices.filter { $0.isDescribed == true }
    if described.isEmpty, devices.contains(where: { $0.isDescribed == false }) {
      judged.verdict = .notRecorded
      judged.missing = ["device and config of the first launch"]
      return
    }
    let violations = described.flatMap { device in
      device.checker.violations.filter { $0.property == number }
    }
    judged.breaches = violations.prefix(RuleBreach.kept).map { violation in
      RuleBreach(
        message: violation.sentence, party: violation.party,
        records: violation.witnesses.suffix(4).map(\.seq), measured: nil, held: 0)
    }
    if !violations.isEmpty {
      judged.verdict = .broken
    } else if !described.contains(where: { $0.checker.met(number) > 0 }) {
      judged.verdict = .notExercised
    }
  }
}
