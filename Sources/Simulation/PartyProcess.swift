import EventSourcing

/// The facts about one party beside the machine's state: its process, the timers set in it and the
/// requests that it has made.
public struct PartyProcess<Machine: Reducer>: Hashable, Sendable {
  /// The party's name.
  public let name: String
  /// Whether it stands behind the network; a backend has no process that could end.
  public let isBackend: Bool
  /// The phase of its process.
  public private(set) var phase: PartyPhase
  /// The armed timers, in the order in which they were set.
  public private(set) var timers: [ArmedTimer<Machine.Event>] = []
  /// The open requests, in the order in which they were made.
  public private(set) var requests: [OpenRequest<Machine.Effect>] = []

  /// Whether something can be handed to its process.
  public var isRunning: Bool { phase == .running }

  /// Starts a process, which ends one that still ran.
  ///
  /// - Returns: Whether it is the party's first.
  mutating func start() -> Bool {
    let isFirst = phase == .neverStarted
    phase = .running
    timers.removeAll()
    requests.removeAll()
    return isFirst
  }

  /// Ends the process; of a party without one nothing changes, unless the app is installed anew.
  mutating func end(by end: ProcessEnd) {
    switch end {
    case .user where phase == .running: phase = .endedByUser
    case .system where phase == .running: phase = .endedBySystem
    case .user, .system: return
    case .reinstallation: phase = .neverStarted
    }
    timers.removeAll()
    requests.removeAll()
  }

  mutating func set(_ timer: consuming ArmedTimer<Machine.Event>) {
    cancelTimer(timer.name)
    timers.append(timer)
  }

  /// Arms the timers of a snapshot. Of two with the same name the first counts, so that a snapshot
  /// written from here differs from the one that was read.
  mutating func restore(_ armed: [ArmedTimer<Machine.Event>]) {
    var names: Set<String> = []
    timers = armed.filter { names.insert($0.name).inserted }
  }

  mutating func cancelTimer(_ name: String) { timers.removeAll { $0.name == name } }

  mutating func takeTimer(setBy cause: Int64) -> ArmedTimer<Machine.Event>? {
    timers.firstIndex { $0.cause == cause }.map { timers.remove(at: $0) }
  }

  /// Whether a timer is armed that the effect of this record set.
  func hasTimer(setBy cause: Int64) -> Bool {
    timers.indices.contains { timers[$0].cause == cause }
  }

  /// The armed timer that has led to a record of a log; `nil` where there is none.
  public func timer(for record: RecordedEvent<Machine.Event>) -> ArmedTimer<Machine.Event>? {
    timers.first { $0.hasLed(to: record.event, by: record.at) }
  }

  /// Forgets the timer that has led to `event`.
  mutating func forgetTimer(_ event: Machine.Event, due now: Instant) {
    if timers.isEmpty { return }
    timers.removeAll { $0.hasLed(to: event, by: now) }
  }
}

// MARK: - Requests

extension PartyProcess {
  /// The most requests that a fold keeps open: the answers may be missing in a damaged log.
  private static var kept: Int { 1_000 }

  mutating func open(_ request: consuming OpenRequest<Machine.Effect>) { requests.append(request) }

  /// Finds the place of the open request that the effect of this record made.
  ///
  /// It returns a place because a copy of the request would copy its effect.
  func place(ofRequestMadeBy cause: Int64) -> Int? {
    requests.indices.first { requests[$0].effect.seq == cause }
  }

  @discardableResult
  mutating func takeRequest(
    where isMeant: (OpenRequest<Machine.Effect>) -> Bool
  ) -> OpenRequest<Machine.Effect>? {
    requests.firstIndex(where: isMeant).map { requests.remove(at: $0) }
  }

  mutating func keepRequests(where isKept: (OpenRequest<Machine.Effect>) -> Bool) {
    requests.removeAll { !isKept($0) }
  }

  mutating func takeRequests() -> [OpenRequest<Machine.Effect>] {
    defer { requests.removeAll() }
    return requests
  }

  /// Finds the place of the open request that a record of a log answers, or whose failure it is:
  /// its cause is the effect that made the request, or else both have the same number.
  private func place(ofRequestAnsweredBy record: RecordedEvent<Machine.Event>) -> Int? {
    if let place = record.cause.flatMap({ place(ofRequestMadeBy: $0) }) { return place }
    guard record.event.name.role == .inside, let number = record.event.request else { return nil }
    return requests.firstIndex { $0.number == number }
  }

  /// Finds the record of the effect from which a record of a log follows, by the timer that fires
  /// or the request that is answered; `nil` where it follows from none.
  public func cause(of record: RecordedEvent<Machine.Event>) -> Int64? {
    timer(for: record)?.cause
      ?? place(ofRequestAnsweredBy: record).map { requests[$0].effect.seq }
  }

  /// Ends the request that a record of a log answers; of too many the oldest are forgotten.
  mutating func endRequest(answeredBy record: RecordedEvent<Machine.Event>) {
    if let place = place(ofRequestAnsweredBy: record) { requests.remove(at: place) }
    if requests.count > Self.kept { requests.removeFirst(requests.count - Self.kept) }
  }

  /// Counts one more answer to the open request of this number.
  mutating func nextAnswer(to number: Int64) -> OpenRequest<Machine.Effect>? {
    guard let place = requests.firstIndex(where: { $0.number == number }) else { return nil }
    requests[place].answers += 1
    return requests[place]
  }
}

/// A phase of a party's process.
public enum PartyPhase: String, Choice {
  /// It was never started.
  case neverStarted = "never_started"
  /// It lives.
  case running
  /// The user has ended it.
  case endedByUser = "ended_by_user"
  /// The system has ended it.
  case endedBySystem = "ended_by_system"
}

/// A timer that a machine has set and that has not fired.
public struct ArmedTimer<Event: Vocabulary>: Hashable, Sendable {
  /// Its name; setting a timer of the same name replaces it.
  public let name: String
  /// The instant at which it fires.
  public let due: Instant
  /// The event by which the machine learns that it fired.
  public let event: Event
  /// The record of the effect that set it.
  @Incidental public private(set) var cause: Int64

  /// Whether it has fired as `event` by now; one that is not yet due has not, and the event was
  /// forged.
  func hasLed(to event: Event, by now: Instant) -> Bool { due <= now && self.event == event }
}
