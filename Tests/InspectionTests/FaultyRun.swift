import EventSourcing
import Inspection
import MobilePush
import Platform
import Simulation
import Systems
import Testing
import Traces

@testable import Replay

/// A life of a device whose SDK has one defect: after an event it leaves another hidden state than
/// it should, and goes on from there. What it records is what a defective SDK would.
struct FaultyRun {
  typealias System = MobilePushSystem

  /// The state of the device that the SDK has after an event, given the right one.
  typealias Fault = (_ event: ErasedRecord, _ before: Value, _ after: Value) -> Value

  /// The state of the device that the end of a process inside a launch leaves, given the right one.
  typealias Ending = (_ before: Value, _ after: Value) -> Value

  private var engine: Engine<System>
  private var log = EventLog<System.Machine.Event, System.Machine.Effect>()
  private var answers: [(at: Instant, cause: Int64, event: System.Machine.Event)] = []
  private var requests = 0
  private let fault: Fault
  private let ending: Ending
  private let down: [Range<Int64>]
  private let start = Instant(milliseconds: 1_767_603_600_000)

  /// Runs a script of events at seconds from the start, with a defect in events or in the end of a
  /// process inside a launch; registrations in the seconds of `down` are answered by 503, all else
  /// by 200.
  init(
    _ script: [(Int64, MobilePushEvent)], down: [Range<Int64>] = [],
    fault: @escaping Fault = { $2 }, ending: @escaping Ending = { $1 }
  ) {
    self.fault = fault
    self.ending = ending
    self.down = down
    engine = Engine(
      at: start, profile: "documents", readings: MobilePushReadings())
    let device = engine.add(
      "device", device: System.defaultDevice(named: "device"), config: System.defaultConfig)
    var script = script[...]
    let end = start + .seconds((script.last?.0 ?? 0) + 600)
    while true {
      let timer = engine.parties[device].timers.min { $0.due < $1.due }
      let answer = answers.first
      let input = script.first.map { start + .seconds($0.0) }
      let next = [answer?.at, timer?.due, input].compactMap { $0 }.min()
      guard let next, next <= end else { break }
      if let answer, answer.at == next {
        answers.removeFirst()
        happen(answer.event, at: next, cause: answer.cause)
      } else if let timer, timer.due == next {
        _ = engine.takeTimer(setBy: timer.cause, of: device)
        happen(timer.event, at: next, cause: timer.cause)
      } else if let input = script.popFirst() {
        happen(.device(input.1), at: next, cause: nil)
      }
    }
  }

  private mutating func happen(
    _ event: System.Machine.Event, at now: Instant, cause: Int64?
  ) {
    if case .device(.appLaunched) = event, engine.parties[0].isRunning { endProcess(at: now) }
    let old = engine.hiddenState ?? .null
    let first = log.records.count
    _ = engine.happen(event, to: 0, at: now, cause: cause, into: &log)
    for record in log.records[first...] {
      guard case .effect(let effect) = record,
        case .request(let request) = System.outcome(
          of: effect.effect, by: effect.party, in: engine.state),
        let number = request.id
      else { continue }
      requests += 1
      let second = (now - start).milliseconds / 1_000
      let isDown = down.contains { $0.contains(second) }
      let status: Int64 = isDown && request.kind == "registration" ? 503 : 200
      let reply = System.reply(
        status: status, to: request.kind ?? "", number: Int64(requests))
      if let answer = System.answered(number, with: reply) {
        answers.append((now + .milliseconds(250), effect.seq, answer))
      }
    }
    spoil(old, log.records[first])
  }

  /// Ends the process as a launch does that finds one alive.
  private mutating func endProcess(at now: Instant) {
    let old = engine.hiddenState ?? .null
    engine.fold(
      RecordedEvent(
        seq: 0, at: now, party: engine.parties[0].name, event: .device(.processTerminated)))
    let way = old.way(to: "device")
    guard let new = engine.hiddenState, let before = old.at(way), let after = new.at(way),
      let state = new.setting(way, to: ending(before, after))
    else { return }
    _ = engine.assume(state)
  }

  /// Changes the state as the defect does.
  private mutating func spoil(
    _ old: Value, _ record: LogRecord<System.Machine.Event, System.Machine.Effect>
  ) {
    guard let new = engine.hiddenState else { return }
    let way = new.way(to: "device")
    guard let after = new.at(way) else { return }
    let wrong = fault(ErasedRecord(record), old.at(way) ?? .fields([]), after)
    if wrong != after, let state = new.setting(way, to: wrong) { _ = engine.assume(state) }
  }

  /// The trace that the SDK records.
  var trace: [UInt8] {
    let header = TraceHeader<System.Machine>(
      sdk: System.name, readings: MobilePushReadings(), config: System.defaultConfig,
      started: start)
    return encode(Trace(header: header, records: log.records))
  }

  var input: ReplayInput { ReplayInput(file: "faulty.trace.jsonl", bytes: trace) }

  /// The numbers of the events of this name.
  func seqs(of name: String) -> [Int64] {
    log.records.compactMap { record in
      guard case .event(let event) = record, event.event.name.description == name else {
        return nil
      }
      return event.seq
    }
  }
}

extension FaultyRun {
  /// A day of an app: it is opened and left, and attributes and tags change now and then.
  static let life: [(Int64, MobilePushEvent)] =
    [
      (0, .appLaunched(state: .foreground, initialized: true, device: nil, config: nil)),
      (2, .deviceTokenReceived(token: "token-1")),
    ]
    + (1...7).flatMap { day -> [(Int64, MobilePushEvent)] in
      let start = Int64(day) * 3_600
      return [
        (start, .attributeSet(key: "colour", value: day % 2 == 0 ? "red" : "blue")),
        (start + 40, .tagAdded(tag: day % 2 == 0 ? "even" : "odd")),
        (start + 200, .customEventTracked(name: "bought")),
        (start + 300, .appBackgrounded),
        (start + 900, .appForegrounded),
      ]
    }
}

extension FaultyRun {
  /// A life of which a listener for registrations hears.
  static let heard: [(Int64, MobilePushEvent)] =
    [life[0], (1, .registrationListenerAdded(listener: "screen"))] + life.dropFirst()

  /// A life of which a listener hears, with a tag also in the background of each of these days.
  static func heard(taggedOn days: ClosedRange<Int64>) -> [(Int64, MobilePushEvent)] {
    let tags: [(Int64, MobilePushEvent)] = days.map { day in
      (day * 3_600 + 600, .tagAdded(tag: Nullable("tag-\(day)")))
    }
    return (heard + tags).sorted { $0.0 < $1.0 }
  }

  /// Finds the records of the run without the calls of the listener for which `isLost` holds.
  func input(without isLost: (_ isBackground: Bool, _ event: String) -> Bool) -> ReplayInput {
    var event = ""
    var isBackground = false
    let lines = trace.split(separator: UInt8(ascii: "\n")).filter { bytes in
      let line = String(decoding: bytes, as: UTF8.self)
      if line.contains(#""event":"#), let name = line.split(separator: #""event":""#).last {
        event = String(name.prefix { $0 != "\"" })
        if event == "app_backgrounded" { isBackground = true }
        if event == "app_foregrounded" { isBackground = false }
      }
      return
        !(line.contains(#""effect":"notify_registration_listener""#)
        && isLost(isBackground, event))
    }
    return ReplayInput(
      file: "lost.trace.jsonl", bytes: Array(lines.joined(separator: [UInt8(ascii: "\n")])) + [10])
  }
}

/// The way to a field of the device's state.
func way(_ path: String) -> [ValueStep] {
  path.split(separator: ".").map { .member(String($0)) }
}

/// Explains the drift of a run.
func explain(_ run: FaultyRun) throws -> StateExplanation {
  try #require(
    try explainDrift(run.input, of: AnySystem(MobilePushSystem.self)), "the run has no drift")
}
