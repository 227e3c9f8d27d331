import EventSourcing
import Simulation

/// Holds one run against properties while it goes on.
///
/// A value: a search that branches copies it with the world.
public struct Checker<S: System>: Sendable {
  /// A record of the run.
  public typealias Record = LogRecord<S.Machine.Event, S.Machine.Effect>

  let plan: CheckerPlan<S>
  private let properties: [Property<S>]
  /// The monitors in the order of the plan; `nil` where the claims say nothing under the setting.
  private(set) var boxes: [MonitorBox?]
  private var verdicts: Verdicts
  /// The instant before which no promise is broken.
  private var nextDeadline = Instant.distantFuture
  /// The monitors that want to see the world after the step.
  private var heard: [Int] = []
  /// The instant of the step that goes on, where records are heard without a world.
  private var stepAt = Instant.distantPast
  private var lastDevice = 0
  /// The contributions of the monitors to fingerprints, once a search has asked for them.
  var hashes = MonitorHashes()

  /// Begins a run under `setting`.
  ///
  /// Preparing costs as much as a short run. What `other`, a run of the same properties, has
  /// prepared is used again where the devices have the same names.
  public init(_ properties: [Property<S>], setting: RunSetting<S>, after other: Checker? = nil) {
    let devices = setting.deviceNames
    let known = other?.plan
    self.properties = properties
    plan =
      if let known, known.devices == devices { known } else {
        CheckerPlan(properties, devices: devices)
      }
    boxes = plan.boxes(for: setting)
    verdicts = Verdicts(claims: plan.claimCount, devices: devices)
    findNextDeadline()
  }

  /// Takes the records of one step of `world`, which stands after it; a step that only lets time
  /// pass has none.
  public mutating func observe(_ records: ArraySlice<Record>, in world: World<S>) {
    if world.now > nextDeadline { passDeadlines(before: world.now) }
    for index in records.indices {
      switch records[index] {
      case .event(let event):
        let hearers = plan.hearers(of: event.event.name)
        visit(hearers, of: event.party) { $0.observeEvent($1, event, world, &$2) }
      case .effect(let effect):
        let hearers = plan.hearers(of: effect.effect.name)
        visit(hearers, of: effect.party) { $0.observeEffect($1, effect, world, &$2) }
      case .state, .note, .snapshot: continue
      }
    }
    while let box = heard.popLast() { change(box) { $0.stepEnded($1, world, &$2) } }
  }

  /// Shows `checker` the records of a step of a world that is part of the same value as it.
  ///
  /// It is a separate function that takes both in place: to hand one part of a value to another
  /// part, the compiler would copy the world at each step.
  @inline(never)
  static func observe(
    _ records: ArraySlice<Record>, in world: inout World<S>, by checker: inout Checker
  ) {
    checker.observe(records, in: world)
  }

  /// Takes the next record where the world is not known, as of a trace; a step goes on until the
  /// next event.
  public mutating func observe(_ record: Record) {
    switch record {
    case .event(let event):
      endStep()
      stepAt = event.at
      if event.at > nextDeadline { passDeadlines(before: event.at) }
      let hearers = plan.hearers(of: event.event.name)
      visit(hearers, of: event.party) { $0.hearEvent($1, event, &$2) }
    case .effect(let effect):
      let hearers = plan.hearers(of: effect.effect.name)
      visit(hearers, of: effect.party) { $0.hearEffect($1, effect, &$2) }
    case .state, .note, .snapshot: break
    }
  }

  /// Judges the last step of records whose world is not known, and the promises whose time was
  /// over before `end`.
  public mutating func endRecords(at end: Instant, judgesLastStep: Bool = true) {
    if judgesLastStep { endStep() }
    if end > nextDeadline { passDeadlines(before: end) }
  }

  private mutating func endStep() {
    let now = stepAt
    while let box = heard.popLast() { change(box) { $0.endStep($1, now, &$2) } }
  }

  /// Judges the promises whose time is over when the run ends; those that are still open are no
  /// violation.
  public mutating func end(in world: World<S>) {
    if world.now > nextDeadline { passDeadlines(before: world.now) }
    for box in boxes.indices { change(box) { $0.end($1, world, &$2) } }
  }

  /// Judges what has to hold once every fault has ended and the world has come to rest.
  public mutating func converge(in world: World<S>) {
    for box in boxes.indices { change(box) { $0.converge($1, world, &$2) } }
  }

  /// The first violation of each property, in the order in which they were found.
  public var violations: [PropertyViolation] {
    verdicts.violations.compactMap { found in
      plan.claims.firstIndex(of: found.property).map { property in
        var violation = found
        violation.property = property
        return violation
      }
    }
  }

  /// Whether nothing was found that breaks a property.
  public var holds: Bool { verdicts.violations.isEmpty || violations.isEmpty }

  /// Returns how often the condition of a property arose; for one of `sometimes`, how often it was
  /// witnessed.
  public func met(_ property: Int) -> Int { verdicts.counts[plan.claims[property]] }

  /// Counts from here on, so that copies share what they have not counted.
  mutating func forgetCounts() {
    verdicts.forgetCounts()
    heard = []
  }
}

// MARK: - Monitors

extension Checker {
  /// A call to a monitor.
  private typealias Call = (MonitorCalls<S>, MonitorBox, inout Verdicts) -> Void

  /// Lets the monitors hear a record of `party`, and notes those that look at the world later.
  @inline(__always)
  private mutating func visit(
    _ hearers: CheckerPlan<S>.Hearers, of party: String, _ observe: Call
  ) {
    for index in hearers.ofWorld { hear(plan.hearers[index], observe) }
    if hearers.ofDevice.isEmpty { return }
    guard let device = place(of: party) else { return }
    let first = plan.firstBox(of: device)
    for index in hearers.ofDevice { hear(first + plan.hearers[index], observe) }
  }

  @inline(__always)
  private mutating func hear(_ place: Int, _ observe: Call) {
    change(place, observe)
    if plan.traits[place].looksAtStates, !heard.contains(place) { heard.append(place) }
  }

  /// Lets a monitor change its memory, which is copied first where it is shared.
  @inline(__always)
  private mutating func change(_ place: Int, _ change: Call) {
    guard boxes[place] != nil else { return }
    let traits = plan.traits[place]
    if !isKnownUniquelyReferenced(&boxes[place]) {
      boxes[place] = boxes[place].map { traits.ask($0) { $0.copy($1) } }
    }
    guard let box = boxes[place] else { return }
    hashes.forget(place)
    verdicts.base = traits.firstClaim
    verdicts.device = traits.device
    traits.ask(box) { change($0, $1, &verdicts) }
    if traits.keepsDeadlines, let deadline = traits.ask(box, { $0.deadline($1) }) {
      nextDeadline = min(nextDeadline, deadline)
    }
  }

  private mutating func passDeadlines(before now: Instant) {
    for place in boxes.indices where plan.traits[place].keepsDeadlines {
      while let deadline = deadline(of: place), deadline < now {
        change(place) { $0.deadlinePassed($1, now, &$2) }
      }
    }
    findNextDeadline()
  }

  private mutating func findNextDeadline() {
    nextDeadline = .distantFuture
    for place in boxes.indices where plan.traits[place].keepsDeadlines {
      if let deadline = deadline(of: place) { nextDeadline = min(nextDeadline, deadline) }
    }
  }

  private func deadline(of place: Int) -> Instant? {
    boxes[place].flatMap { plan.traits[place].ask($0) { $0.deadline($1) } }
  }

  /// The place of a party among the devices; `nil` for a backend.
  private mutating func place(of party: String) -> Int? {
    if lastDevice < plan.devices.count, plan.devices[lastDevice] == party { return lastDevice }
    guard let place = plan.devices.firstIndex(of: party) else { return nil }
    lastDevice = place
    return place
  }
}
