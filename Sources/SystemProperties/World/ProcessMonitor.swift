import EventSourcing
import Properties
import Rules
import Simulation

/// Holds the process of one device against what the harness promises: time, timers, requests.
struct ProcessMonitor<S: DeviceRecords>: Monitor {
  enum Claims: Int, ClaimList {
    case silentWithoutProcess, timeRises, timersFireOnce, outcomesAreAwaited

    var claim: PropertyClaim {
      switch self {
      case .silentWithoutProcess:
        PropertyClaim("N6", "Nothing leaves a device without a process", covers: [], evidence: [])
      case .timeRises:
        PropertyClaim("H7", "Time never goes back, and effects come with their causes")
      case .timersFireOnce:
        PropertyClaim(
          "H8", "A timer fires once, when it is due and in its own process, or is cancelled",
          kind: .eventually)
      case .outcomesAreAwaited:
        PropertyClaim("H9", "An outcome of a request that is not open leads to nothing")
      }
    }
  }

  static var events: [S.Machine.Event.Name] { S.deviceEvents }
  static var effects: [S.Machine.Effect.Name] { S.deviceEffects }
  static var keepsDeadlines: Bool { true }

  private var process = DeviceProcess()
  private var open: [Int64] = []
  private var lastRequest: Int64 = 0
  /// The instant at which each timer of the vocabulary is due, by its number.
  private var timers = Timers()
  /// Whether the last event was the outcome of no open request.
  private var isUnawaited = false
  @Incidental private var lastAt = Instant.distantPast
  @Incidental private var lastSeq: Int64 = 0

  init(_ setting: RunSetting<S>, device place: Int) {}

  mutating func observe(
    _ event: RecordedEvent<S.Machine.Event>, in world: World<S>, _ verdicts: inout Verdicts
  ) {
    verdicts.judge(
      Claims.timeRises, brokenIf: event.at < lastAt || event.at != world.now,
      by: [Witness(seq: lastSeq, at: lastAt), Witness(event)],
      because: "It happens at another time than the world has reached.")
    observe(event, &verdicts)
  }

  mutating func observe(
    _ event: RecordedEvent<S.Machine.Event>, _ verdicts: inout Verdicts
  ) {
    lastAt = event.at
    lastSeq = event.seq
    isUnawaited = false
    switch S.meaning(of: event.event) {
    case .launch(let state, let initialized):
      endProcess()
      process.launch(state, initialized: initialized)
    case .end: endProcess()
    case .restart:
      endProcess()
      process.lock()
    case .unlock: _ = process.unlock()
    case .timer(let timer): judgeTimer(timer, event, &verdicts)
    case .outcome(let request):
      if let index = open.firstIndex(of: request) {
        open.remove(at: index)
      } else if deadline.map({ $0 > event.at }) ?? true {
        // At the instant of a timer, what is due may follow from whatever happens first.
        isUnawaited = true
        verdicts.met(Claims.outcomesAreAwaited)
      }
    case .other: break
    }
  }

  private mutating func judgeTimer(
    _ timer: Int, _ event: RecordedEvent<S.Machine.Event>, _ verdicts: inout Verdicts
  ) {
    // A spec's step may forge one; a timer of the world has a cause.
    guard event.cause != nil else { return }
    verdicts.judge(
      Claims.timersFireOnce, brokenIf: !(timers[timer].map { $0 <= event.at } ?? false),
      by: [Witness(event)], because: "No such timer was due.")
    timers[timer] = nil
  }

  mutating func observe(
    _ effect: RecordedEffect<S.Machine.Effect>, _ verdicts: inout Verdicts
  ) {
    verdicts.judge(
      Claims.silentWithoutProcess, brokenIf: !process.isRunning,
      by: [Witness(seq: lastSeq, at: lastAt), Witness(effect)],
      because: "\(effect.effect.name) leaves, and no process runs.")
    verdicts.broken(
      Claims.timeRises, if: effect.at != lastAt || effect.cause != lastSeq,
      by: [Witness(seq: lastSeq, at: lastAt), Witness(effect)],
      because: "It does not come with the event that caused it.")
    verdicts.broken(
      Claims.outcomesAreAwaited, if: isUnawaited,
      by: [Witness(seq: lastSeq, at: lastAt), Witness(effect)],
      because: "\(effect.effect.name) follows from it.")
    switch S.meaning(of: effect.effect) {
    case .request(let request):
      open.append(request)
      verdicts.broken(
        Claims.outcomesAreAwaited, if: request <= lastRequest, by: [Witness(effect)],
        because: "Request \(request) comes after request \(lastRequest).")
      lastRequest = request
    case .set(let timer, let due): timers[timer] = max(due, effect.at)
    case .cancel(let timer): timers[timer] = nil
    case .other: break
    }
  }

  var deadline: Instant? {
    guard let first = timers.first, let second = timers.second else {
      return timers.first ?? timers.second
    }
    return min(first, second)
  }

  mutating func deadlinePassed(at now: Instant, _ verdicts: inout Verdicts) {
    guard let due = deadline else { return }
    for timer in 0...1 where timers[timer] == due { timers[timer] = nil }
    verdicts.broken(
      Claims.timersFireOnce, by: [Witness(seq: lastSeq, at: due)],
      because: "A timer did not fire; it is \((now - due).text) late.")
  }

  private mutating func endProcess() {
    process.end()
    open.removeAll()
    timers = Timers()
  }

  func relative(to now: Instant) -> ProcessMonitor {
    var copy = self
    copy.timers.first = timers.first?.relative(to: now, within: .zero)
    copy.timers.second = timers.second?.relative(to: now, within: .zero)
    copy.open = open.map { $0 - lastRequest }
    copy.lastRequest = 0
    return copy
  }
}

/// The due times of a vocabulary's timers: in place, as an array would be copied for each hash.
private struct Timers: Hashable {
  var first: Instant?
  var second: Instant?

  subscript(number: Int) -> Instant? {
    get { number == 0 ? first : second }
    set {
      if number == 0 { first = newValue } else { second = newValue }
    }
  }
}
