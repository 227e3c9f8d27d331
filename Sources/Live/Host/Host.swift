import EventSourcing
import Simulation
import Traces

/// A machine in real time, as a value without threads, clocks or sockets: its owner says what
/// happens and when, calls `commit`, and performs the actions that this returns.
///
/// No action is returned before the records that led to it are durable.
public struct Host<S: LiveSystem, Store: LogStore> {
  /// A record of the log.
  public typealias Entry = LogRecord<S.Machine.Event, S.Machine.Effect>

  /// The machine with its processes and timers.
  public private(set) var engine: Engine<S>
  /// The log.
  public internal(set) var log: DurableLog<Store>
  /// The number of the last record, durable or not.
  public private(set) var lastSeq: Int64
  /// The instant of the last record.
  public private(set) var lastAt: Instant
  /// Whether the queued records should be committed without delay, because an effect is to leave
  /// the process or the process may soon end.
  public private(set) var isUrgent = false

  /// The lead of the time of day over the log's time, according to the records.
  public private(set) var clockAhead: TimeSpan
  /// The size of a record that was too long for a log, after which the host accepts nothing more;
  /// `nil` if there was none.
  public private(set) var oversizedRecord: Int?

  /// The parties in this process: messages among them do not leave it.
  private let ownParties: Set<String>
  /// The device whose clock is watched: the first one.
  private let device: String?
  private let header: TraceHeader<S.Machine>
  private var writer: TraceWriter<S.Machine>
  private var step = EventLog<S.Machine.Event, S.Machine.Effect>()
  private var actions: [HostAction<S.Machine.Effect>] = []
  private var messages: [Pending<S.Machine.Event>] = []
  private let policy: SnapshotPolicy
  /// The number of the record after which the last snapshot was taken.
  private var lastSnapshot: Int64

  init(
    _ folded: Folded, log: DurableLog<Store>, header: TraceHeader<S.Machine>,
    _ setup: HostSetup<S>
  ) {
    engine = folded.engine
    lastSeq = folded.lastSeq
    lastAt = folded.lastAt
    messages = folded.messages
    clockAhead = folded.clockAhead
    ownParties = Set(setup.parties)
    device = setup.parties.first
    policy = setup.snapshots
    lastSnapshot = folded.snapshot ?? 0
    self.header = header
    self.log = log
    self.log.keptSegments = policy.keptSegments
    if let bytes = policy.segmentBytes { self.log.segmentLimit = bytes }
    writer = TraceWriter(header, namesParties: log.namesParties)
    _ = writer.take()
  }

  /// Whether any request is open.
  public var hasOpenRequests: Bool { engine.parties.contains { !$0.requests.isEmpty } }

  /// The instant at which the next timer or request timeout is due.
  public var nextDue: Instant? {
    let timers = engine.parties.flatMap { $0.timers.map(\.due) }
    // An answer at exactly the limit still counts.
    let limits = engine.openRequests.map { $0.limit + .milliseconds(1) }
    return (timers + limits).min()
  }

  /// Whether the queued records reach a limit of `policy`.
  public func isFull(_ policy: CommitPolicy) -> Bool {
    log.waiting >= policy.records || log.waitingBytes >= policy.bytes
  }

  /// Records an event at a party, and everything that follows from it at once.
  ///
  /// - Returns: The records, in the order of the log; they are not yet durable.
  @discardableResult
  public mutating func happen(
    _ event: S.Machine.Event, to party: String, at now: Instant, cause: Int64? = nil
  ) -> [Entry] {
    let records = record(event, to: party, at: now, cause: cause)
    return messages.isEmpty ? records : records + deliver(at: now)
  }

  /// Delivers the messages among the host's own parties, and those that follow from them.
  @discardableResult
  mutating func deliver(at now: Instant) -> [Entry] {
    var records: [Entry] = []
    while !messages.isEmpty {
      let next = messages.removeFirst()
      records += record(
        next.message.event, to: next.message.recipient, at: now, cause: next.seq)
    }
    return records
  }

  /// Records the timers and the timeouts that are due by `now`, in the order of their instants.
  public mutating func happenDue(at now: Instant) {
    while true {
      // At its limit an answer still arrives; of one instant the timeout comes before a timer.
      let late = engine.openRequests.filter { $0.limit < now }.min { $0.limit < $1.limit }
      if let (place, timer) = engine.nextTimer(by: late?.limit ?? now), timer.due != late?.limit,
        engine.takeTimer(setBy: timer.cause, of: place) != nil
      {
        happen(timer.event, to: engine.parties[place].name, at: now, cause: timer.cause)
      } else {
        guard let late else { return }
        cancel(late)
        fail(late, .timeout, note: "no answer before the timeout", at: now)
      }
    }
  }

  /// Records that the time of day was set, if the device has a process that can notice it.
  mutating func setWallClock(by jump: TimeSpan, at now: Instant) {
    guard let event = S.wallClockChanged(by: jump),
      engine.parties.contains(where: { $0.name == device && !$0.isBackend && $0.isRunning })
    else { return }
    for party in engine.parties where !party.isBackend && party.isRunning {
      happen(event, to: party.name, at: now)
    }
  }

  /// Records the result of a request; a request that is no longer open is ignored.
  public mutating func finish(_ seq: Int64, with result: TransportResult, at now: Instant) {
    guard let request = engine.takeRequest(madeBy: seq) else { return }
    switch result {
    case .failure(let failure, let note): fail(request, failure, note: note, at: now)
    case .response(let response):
      let answer = S.answer(to: request.effect.effect, with: response)
      if let note = answer.note { self.note(note, by: request.effect.party, at: now) }
      if let event = answer.event {
        happen(event, to: request.effect.party, at: now, cause: seq)
      }
    }
  }

  /// Writes a note to the log.
  public mutating func note(_ text: String, by party: String, at now: Instant) {
    guard oversizedRecord == nil else { return }
    let at = max(lastAt, now)
    writer.append(.note(seq: lastSeq + 1, at: at, party: party, text: text))
    guard writeLines() else { return }
    lastSeq += 1
    lastAt = at
  }

  /// Takes a snapshot if it is time; if the segment is full, begins a new one with it. Every record
  /// must be durable.
  ///
  /// If it throws, the log continues as it is, and a later call tries again.
  public mutating func takeSnapshot() throws(LogStoreError) {
    guard log.waiting == 0, messages.isEmpty, oversizedRecord == nil else { return }
    let compacts = policy.keptSegments != nil && log.isSegmentFull
    guard compacts || policy.interval > 0 && lastSeq - lastSnapshot >= policy.interval else {
      return
    }
    lastSnapshot = lastSeq
    if compacts, let memory = memory(seq: lastSeq + 1) {
      try log.beginSegment(with: memory)
      lastSeq += 1
      lastSnapshot = lastSeq
    }
    if let memory = memory(seq: lastSeq) { try log.writeSnapshot(memory) }
  }

  /// Makes the queued records durable.
  ///
  /// - Returns: The actions to perform now.
  public mutating func commit() throws(LogStoreError) -> [HostAction<S.Machine.Effect>] {
    try log.commit()
    isUrgent = false
    defer { actions.removeAll() }
    return actions
  }
}

extension Host {
  private mutating func record(
    _ event: S.Machine.Event, to party: String, at now: Instant, cause: Int64?
  ) -> [Entry] {
    guard oversizedRecord == nil else { return [] }
    let at = max(lastAt, now)
    let place =
      engine.place(of: party)
      ?? engine.add(party, device: S.defaultDevice(named: party), config: header.config)
    let open = engine.parties[place].requests
    step.begin(after: lastSeq)
    _ = engine.happen(event, to: place, at: at, cause: cause, into: &step)
    for record in step.records { writer.append(record) }
    guard writeLines() else { return [] }
    lastAt = at
    lastSeq = step.count
    if party == device { clockAhead = clockAhead + (S.wallClockChange(of: event) ?? .zero) }
    switch event.name.role {
    case .processStart, .processEnd: for request in open { cancel(request) }
    case .outside, .inside, .harness, .backendSettings, .backend, .backendDevice, .network: break
    }
    if S.isLastChance(event) { isUrgent = true }
    for case .effect(let effect) in step.records { perform(effect) }
    return step.records
  }

  /// Collects everything to remember, with `seq` as the number of the snapshot's record; `nil` if
  /// the machine does not describe its state, nothing has happened yet, or the snapshot is too long
  /// for a log.
  private func memory(seq: Int64) -> LogMemory? {
    guard !engine.parties.isEmpty, let snapshot = engine.snapshot else { return nil }
    let memory = HostMemory(
      engine: snapshot, seq: seq, at: lastAt, clockAhead: clockAhead,
      open: engine.openRequests.map(\.effect))
    let lines = memory.lines(header, namesParties: log.namesParties)
    return lines.fits ? lines : nil
  }

  /// The only place where effects leave the machine.
  mutating func perform(_ record: RecordedEffect<S.Machine.Effect>) {
    actions.append(.show(record))
    switch S.outcome(of: record.effect, by: record.party, in: engine.state) {
    case .internal, .wake, .cancel: break
    case .external: isUrgent = true
    case .message(let message):
      if ownParties.contains(message.recipient) {
        messages.append(Pending(seq: record.seq, message: message))
      } else {
        isUrgent = true
      }
    case .request(let request):
      isUrgent = true
      let id = id(of: record.seq)
      guard
        let wire = S.wireRequest(
          for: record.effect, of: record.party, in: engine.state, id: id)
      else {
        engine.takeRequest(madeBy: record.seq)
        return
      }
      actions.append(.send(wire, id, limit: request.timeout))
    }
  }

  /// Passes the new lines to the log; returns false, and passes none, if one of them is too long.
  @discardableResult
  mutating func writeLines() -> Bool {
    let lines = writer.take()
    if lines.count > LogFrame.longestLine {
      let longest = lines.split(separator: 0x0A).map(\.count).max() ?? 0
      if longest >= LogFrame.longestLine { oversizedRecord = longest }
      if oversizedRecord != nil { return false }
    }
    log.append(lines: lines)
    return true
  }

  private func id(of seq: Int64) -> EffectID { EffectID(log: log.identity, seq: seq) }

  mutating func fail(
    _ request: OpenRequest<S.Machine.Effect>, _ failure: NetworkFailure, note: String,
    at now: Instant
  ) {
    let (seq, party) = (request.effect.seq, request.effect.party)
    engine.takeRequest(madeBy: seq)
    self.note(note, by: party, at: now)
    if let number = request.number, let event = S.failed(number, failure) {
      happen(event, to: party, at: now, cause: seq)
    }
  }

  /// A request that was not sent yet is never sent.
  private mutating func cancel(_ request: OpenRequest<S.Machine.Effect>) {
    let id = id(of: request.effect.seq)
    let place = actions.firstIndex { action in
      if case .send(_, id, _) = action { true } else { false }
    }
    if let place { actions.remove(at: place) } else { actions.append(.cancel(id)) }
  }

  /// Writes those effects of the last event that a crash left unwritten.
  mutating func complete(_ effects: ArraySlice<S.Machine.Effect>, of cause: Int64, by party: String)
  {
    for effect in effects {
      lastSeq += 1
      let record = RecordedEffect(
        seq: lastSeq, at: lastAt, party: party, cause: cause, effect: effect)
      writer.append(.effect(record))
      engine.open(record)
      perform(record)
    }
    writeLines()
  }
}
