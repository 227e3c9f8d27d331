import Diagnostics
import EventSourcing
import Replay
import Simulation
import Traces

/// What is changed in a trace before it is folded again; several changes apply together.
public struct TraceChanges {
  /// The numbers of events to skip.
  public var skipped: [Int64] = []
  /// Fields of events to set.
  public var assignments: [Assignment] = []
  /// Additional events, as lines of a trace; the header, numbers and causes may be missing.
  public var inserted: ReplayInput?

  /// A field of an event that has another value.
  public struct Assignment: Equatable, Sendable {
    /// The event's number.
    public var seq: Int64
    /// The way to the field, such as `value` or `attributes.colour`.
    public var path: String
    /// The value as text.
    public var text: String

    /// Sets a field of the event `seq`.
    public init(seq: Int64, path: String, text: String) {
      self.seq = seq
      self.path = path
      self.text = text
    }
  }

  /// No change.
  public init() {}

  /// Whether nothing is changed.
  public var isEmpty: Bool { skipped.isEmpty && assignments.isEmpty && inserted == nil }
}

extension TraceChanges {
  /// An event with its assignments.
  func altered<Event: Vocabulary>(
    _ event: RecordedEvent<Event>, by assignments: [Assignment], from start: Instant,
    at place: Place
  ) throws(Diagnostic) -> Event {
    var result = event.event
    for assignment in assignments {
      do throws(AssignmentError) {
        result = try result.setting(assignment.path, to: assignment.text, from: start)
      } catch {
        throw Diagnostic(
          .changeRefused, "record \(event.seq): \(error.message)",
          at: place, labels: [], notes: error.notes)
      }
    }
    return result
  }

  /// The events to insert, in the order of their times; each is valid for the system.
  func insertedEvents<S: System>(
    of system: S.Type, for header: TraceHeader<S.Machine>
  ) throws(Diagnostic) -> [RecordedEvent<S.Machine.Event>] {
    guard let inserted else { return [] }
    var writer = TraceWriter(header, namesParties: true)
    let found = try inserted.events(of: system, header: writer.take(), started: header.started)
    if found.isEmpty {
      throw Diagnostic(
        .changeRefused, "there is no event to insert",
        at: Place(file: inserted.file, line: 1, column: 1), labels: [],
        notes: [#"write lines such as {"at":"1m30s","event":"app_backgrounded"}"#])
    }
    for (event, line) in found {
      guard let problem = S.validationError(in: event.event) else { continue }
      throw Diagnostic(
        .changeRefused, problem, at: Place(file: inserted.file, line: line, column: 1), labels: [])
    }
    return found.map { record in
      var event = record.event
      // The numbers and causes of another file mean nothing here.
      event.seq = 0
      event.cause = nil
      return event
    }
  }
}
