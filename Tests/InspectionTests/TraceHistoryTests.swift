import EventSourcing
import MobilePush
import Replay
import Simulation
import Systems
import Testing
import Traces

@testable import Inspection

struct TraceHistoryTests {
  @Test func `a state asked for in any order is that of a fold from the start`() throws {
    let trace = LongTrace(events: 3_000)
    let history = try trace.history()
    #expect(history.summary.records == trace.records.count)
    #expect(history.summary.firstDrift == nil)
    for position in [0, 511, 512, 4_000, 700, trace.records.count, 1] {
      let found = try history.walk(before: position).view("device", trace.end)
      #expect(found == trace.engine(before: position).view(of: "device", at: trace.end))
    }
  }

  @Test func `a record asked for is the one at its place, with its line`() throws {
    let trace = LongTrace(events: 3_000)
    let history = try trace.history()
    for position in [0, 1, 511, 512, 513, 3_333, trace.records.count - 1] {
      let entry = try history.entry(at: position)
      #expect(entry.record == ErasedRecord(trace.records[position], line: position + 2))
      #expect(try history.position(of: entry.record.seq) == position)
    }
    #expect(try history.position(of: 0) == nil)
    #expect(try history.position(of: Int64(trace.records.count) + 1) == nil)
  }

  @Test func `of records with one number the last one before a place is meant`() throws {
    var trace = try RecordedTrace("mobilepush/login")
    trace.lines[10].replace(/"seq":[0-9]+/, with: #""seq":3"#)
    let history = try trace.history()
    #expect(try history.position(of: 3) == 9)
    #expect(try history.position(of: 3, before: 9) == 2)
    #expect(!history.summary.warnings.isEmpty)
  }

  @Test func `there are few checkpoints however long a trace is`() throws {
    var checkpoints = Checkpoints()
    let mark = try AnySystem(MobilePushSystem.self).walk(LongTrace(events: 0).input).mark()
    let start = Instant(milliseconds: 0)
    for position in 0..<1_000_000 {
      if checkpoints.isDue {
        checkpoints.start(
          Checkpoint(position: position, at: start, previous: start, mark: mark))
      }
      checkpoints.add(Int64(position) + 1)
    }
    #expect(checkpoints.all.count <= Checkpoints.limit)
    #expect(checkpoints.all.count > Checkpoints.limit / 2 - 2)
    var next = 0
    for checkpoint in checkpoints.all {
      #expect(checkpoint.position == next)
      #expect(checkpoint.lowest == Int64(next) + 1)
      next += checkpoint.count
      #expect(checkpoint.highest == Int64(next))
    }
    #expect(next == 1_000_000)
  }

  @Test func `the last record up to an instant is found, that instant included`() throws {
    let trace = LongTrace(events: 2_000)
    let history = try trace.history()
    let middle = trace.records[2_500].at
    let last = try #require(try history.lastPosition(upTo: middle))
    #expect(trace.records[last].at == middle)
    #expect(trace.records[last + 1].at > middle)
    #expect(try history.lastPosition(upTo: .distantPast) == nil)
    #expect(try history.lastPosition(upTo: .distantFuture) == trace.records.count - 1)
  }

  @Test func `a recording that the machine does not give is doubted from its first difference on`()
    throws
  {
    var trace = try RecordedTrace("mobilepush/login")
    let index = try #require(trace.lines.firstIndex { $0.contains(#""reason":"changed""#) })
    trace.lines[index].replace(#""push_Enabled":true"#, with: #""push_Enabled":false"#)
    let history = try trace.history()
    #expect(history.summary.firstDrift == Int64(index))
    trace.removeEffects()
    let whole = try trace.history()
    #expect(whole.summary.firstDrift == nil)
  }

  @Test func `a trace without records has a state and no record`() throws {
    var trace = try RecordedTrace("mobilepush/login")
    trace.lines.removeLast(trace.lines.count - 1)
    let history = try trace.history()
    #expect(history.summary.records == 0)
    #expect(try history.explanation(of: 1) == nil)
    #expect(try history.lastPosition(upTo: .distantFuture) == nil)
    let hold = try history.hold(
      of: "send_registration", by: "device", at: history.summary.started)
    #expect(hold?.holds?.map(\.gate.name).contains("process") == true)
  }
}

/// A device that changes an attribute every second, with what it orders; nothing is answered.
private struct LongTrace {
  typealias Entry = LogRecord<MobilePushWorldEvent, MobilePushWorldEffect>

  let records: [Entry]
  let input: ReplayInput
  private let header: TraceHeader<MobilePushWorld>

  init(events: Int) {
    header = TraceHeader(
      sdk: MobilePushSystem.name, readings: .sample, config: MobilePushSystem.defaultConfig,
      started: Instant(milliseconds: 0))
    var log = EventLog<MobilePushWorldEvent, MobilePushWorldEffect>()
    var engine = Engine<MobilePushSystem>(header)
    for index in 0..<events {
      let event = MobilePushWorldEvent.device(
        index == 0
          ? .appLaunched()
          : .attributeSet(key: "count", value: Nullable(AttributeValue("\(index)"))))
      let record = log.append(
        event: event, at: Instant(milliseconds: Int64(index) * 1_000), party: soleParty, cause: nil)
      engine.fold(record)
      for effect in engine.effects.ordered {
        _ = log.append(effect: effect, at: record.at, party: soleParty, cause: record.seq)
      }
      log.append(note: "after \(index)", at: record.at, party: soleParty)
    }
    records = log.records
    input = ReplayInput(
      file: "t", bytes: encode(Trace<MobilePushWorld>(header: header, records: records)))
  }

  var end: Instant { records.last?.at ?? header.started }

  func history() throws -> TraceHistory {
    try TraceHistory(input, of: AnySystem(MobilePushSystem.self))
  }

  func engine(before position: Int) -> Engine<MobilePushSystem> {
    var engine = Engine<MobilePushSystem>(header)
    for case .event(let event) in records.prefix(position) { engine.fold(event) }
    return engine
  }
}
