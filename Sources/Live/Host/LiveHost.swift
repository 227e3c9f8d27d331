import EventSourcing
import Simulation

/// A machine that runs in real time, with a durable log, real clocks and a transport.
///
/// Events that arrive together are made durable together. While the log cannot be written, events
/// are refused, timers and answers wait, and the host keeps trying; an event that waited when the
/// writing failed counts if it succeeds later, and never if the host is closed before that.
public actor LiveHost<S: LiveSystem, Store: LogStore> {
  /// Receives a host's reports, on the host's executor.
  public typealias Observer = @Sendable (HostNews<S.Machine.Effect>) -> Void

  private(set) var host: Host<S, Store>
  private var time: LogTime
  private let clock: any HostClock
  private let transport: any Transport
  private let policy: CommitPolicy
  private let observer: Observer

  private var waiters: [Waiter] = []
  /// Answers that arrived while the log could not be written.
  private var held: [(seq: Int64, result: TransportResult)] = []
  private var writeFailure: LogStoreError?
  private var idle: [CheckedContinuation<Void, Never>] = []
  private var isClosed = false
  /// The planned commit, and whether it is immediate.
  private var planned: (isUrgent: Bool, task: Task<Void, Never>)?
  private var isRetryPlanned = false
  private var isOversizeReported = false
  private var alarm: (due: Instant, task: Task<Void, Never>)?

  private struct Waiter {
    let records: [Entry]
    let report: Report
    /// Whether it learns at once that the log cannot be written, before its event is decided.
    let isHasty: Bool
  }

  /// Called with the result of an event, once it is durable or refused.
  public typealias Report = @Sendable (Result<[Entry], HostError>) -> Void

  /// A record of the log.
  public typealias Entry = LogRecord<S.Machine.Event, S.Machine.Effect>

  /// The time for which a host waits before it tries to write its log again.
  private static var retryDelay: TimeSpan { .seconds(1) }

  /// Opens the log in `store`, or begins one; actions are performed after `start`.
  public init(
    _ setup: HostSetup<S>, store: sending Store, clock: any HostClock,
    transport: any Transport = NoTransport(), policy: CommitPolicy = CommitPolicy(),
    identity: () -> String, observer: @escaping Observer
  ) throws(HostOpeningError) {
    let reading = clock.read()
    let opened = try Host<S, Store>.open(store, setup, at: reading, identity: identity)
    host = opened.host
    time = LogTime(reading, after: opened.host.lastAt, ahead: opened.host.clockAhead)
    recovery = opened.recovery
    self.clock = clock
    self.transport = transport
    self.policy = policy
    self.observer = observer
  }

  /// The state of the log when it was opened.
  public nonisolated let recovery: HostRecovery

  /// Performs the actions that the log left open, and starts the timers.
  public func start() {
    commit()
  }

  /// Reads the machine's current state.
  public func look<Result: Sendable>(_ look: @Sendable (S.Machine.State) -> Result) -> Result {
    look(host.engine.state)
  }

  /// Records an event now and returns once it is durable.
  ///
  /// - Returns: The event's record, the effects that it ordered, and the records that these led to
  ///   at once at other parties of the same host, in the order of the log. Effects for parties
  ///   elsewhere, such as a backend's answer to a device, are among them.
  public func happen(
    _ event: S.Machine.Event, to party: String
  ) async throws(HostError) -> [Entry] {
    try await withCheckedContinuation { continuation in
      take(isHasty: true, { continuation.resume(returning: $0) }) {
        $0.happen(event, to: party, at: $1)
      }
    }.get()
  }

  /// Writes a note to the log, which replay ignores, and returns once it is durable.
  public func note(_ text: String, of party: String) async throws(HostError) {
    _ = try await withCheckedContinuation { continuation in
      take(isHasty: true, { continuation.resume(returning: $0) }) { host, now in
        host.note(text, by: party, at: now)
        return []
      }
    }.get()
  }

  /// Records an event, after those submitted before; `report` is called once it is durable, or can
  /// no longer become that.
  public func submit(
    _ event: S.Machine.Event, to party: String, report: @escaping Report
  ) {
    take(report) { $0.happen(event, to: party, at: $1) }
  }

  private func take(
    isHasty: Bool = false, _ report: @escaping Report,
    _ change: (inout Host<S, Store>, Instant) -> [Entry]
  ) {
    if isClosed { return report(.failure(.closed)) }
    if let writeFailure { return report(.failure(.notDurable(writeFailure))) }
    tick()
    let records = change(&host, time.now)
    if let bytes = host.oversizedRecord {
      report(.failure(.tooLarge(bytes)))
    } else {
      waiters.append(Waiter(records: records, report: report, isHasty: isHasty))
    }
    planCommit()
  }

  /// Returns when no request is open, or when the log cannot take the answers.
  public func answersArrived() async {
    guard host.hasOpenRequests, !isClosed, writeFailure == nil else { return }
    await withCheckedContinuation { idle.append($0) }
  }

  /// Commits the queued records, accepts no more events and gives up the log's folder.
  ///
  /// - Returns: The reason why the last records could not be written; `nil` if all were.
  @discardableResult
  public func close() -> LogStoreError? {
    if isClosed { return writeFailure }
    commit()
    isClosed = true
    var refusal = writeFailure.map { HostError.notDurable($0) } ?? .closed
    do throws(LogStoreError) { try host.log.removeRemnants() } catch { refusal = .undecided(error) }
    host.log.close()
    alarm?.task.cancel()
    for waiter in waiters { waiter.report(.failure(refusal)) }
    waiters.removeAll()
    resumeIdle()
    return writeFailure
  }

  private func resumeIdle() {
    for continuation in idle { continuation.resume() }
    idle.removeAll()
  }
}

// MARK: - Time

extension LiveHost {
  /// Advances to the present: records what is due, and whether the clock was set.
  private func tick() {
    let jump = time.advance(to: clock.read(), ahead: host.clockAhead)
    host.happenDue(at: time.now)
    if let jump { host.setWallClock(by: jump, at: time.now) }
  }

  /// Something is due by now.
  private func wake() {
    alarm = nil
    guard !isClosed, writeFailure == nil else { return }
    tick()
    planCommit()
  }

  /// Sets the alarm for the next timer or timeout.
  private func setAlarm() {
    guard !isClosed, writeFailure == nil, let due = host.nextDue else { return }
    if let alarm, alarm.due <= due { return }
    alarm?.task.cancel()
    // If the alarm goes off early, it is set again.
    alarm = (due, after(min(due - time.now, .days(1))) { $0.wake() })
  }

  private func after(
    _ span: TimeSpan, _ body: @escaping @Sendable (isolated LiveHost) async -> Void
  ) -> Task<Void, Never> {
    Task { [weak self] in
      if span > .zero { try? await Task.sleep(for: .milliseconds(span.milliseconds)) }
      if let self, !Task.isCancelled { await body(self) }
    }
  }
}

// MARK: - Commits and what follows them

extension LiveHost {
  /// Plans a commit of the queued records, after calls that arrive at the same time.
  private func planCommit() {
    if let bytes = host.oversizedRecord, !isOversizeReported {
      isOversizeReported = true
      observer(.tooLarge(bytes))
    }
    if host.isFull(policy) { return commit() }
    let isUrgent = host.isUrgent
    if let planned, planned.isUrgent || !isUrgent { return }
    planned?.task.cancel()
    planned = (isUrgent, after(isUrgent ? .zero : policy.delay) { $0.commit() })
  }

  private func commit() {
    if isClosed { return }
    planned?.task.cancel()
    planned = nil
    do throws(LogStoreError) {
      let actions = try host.commit()
      let finished = waiters
      waiters.removeAll()
      if writeFailure != nil {
        writeFailure = nil
        observer(.durableAgain)
      }
      for action in actions { perform(action) }
      for waiter in finished { waiter.report(.success(waiter.records)) }
      if !host.hasOpenRequests { resumeIdle() }
      // If that fails, the next start only has to fold more.
      do throws(LogStoreError) { try host.takeSnapshot() } catch { observer(.noSnapshot(error)) }
      takeHeld()
      setAlarm()
    } catch {
      if writeFailure != error { observer(.notDurable(error)) }
      writeFailure = error
      for waiter in waiters where waiter.isHasty { waiter.report(.failure(.undecided(error))) }
      waiters.removeAll { $0.isHasty }
      resumeIdle()
      if isRetryPlanned { return }
      isRetryPlanned = true
      _ = after(LiveHost.retryDelay) {
        $0.isRetryPlanned = false
        $0.commit()
      }
    }
  }

  private func perform(_ action: HostAction<S.Machine.Effect>) {
    switch action {
    case .show(let effect): observer(.effect(effect))
    case .cancel(let id): transport.cancel(id)
    case .send(let request, let id, let limit):
      transport.send(request, as: id, limit: limit) { [weak self] result in
        Task { await self?.take(result, of: id.seq) }
      }
    }
  }

  private func take(_ result: TransportResult, of seq: Int64) {
    if isClosed { return }
    guard writeFailure == nil else { return held.append((seq, result)) }
    tick()
    host.finish(seq, with: result, at: time.now)
    planCommit()
  }

  private func takeHeld() {
    guard !held.isEmpty else { return }
    let answers = held
    held.removeAll()
    for (seq, result) in answers { take(result, of: seq) }
  }
}

/// A report of a host while it runs.
public enum HostNews<Effect: Vocabulary>: Sendable {
  /// An effect was ordered, and its record is durable.
  case effect(RecordedEffect<Effect>)
  /// The log cannot be written; nothing is recorded until it can.
  case notDurable(LogStoreError)
  /// A snapshot could not be taken. Nothing is lost, and the host tries again later.
  case noSnapshot(LogStoreError)
  /// A record would have this many bytes, which is too long for a log: the host accepts nothing
  /// more until it is opened again.
  case tooLarge(Int)
  /// The log can be written again, and nothing acknowledged was lost.
  case durableAgain
}
