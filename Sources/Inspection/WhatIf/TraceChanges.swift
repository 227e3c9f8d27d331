import Diagnostics
import EventSourcing
import Replay
import Simulation
import Traces

/// The changes to a trace before it is folded again; several of them apply together.
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
}

extension TraceChanges {
  /// Sets the fields of an event; `nil` where none of them is set.
  func altered<Event: Vocabulary>(
    _ event: RecordedEvent<Event>, from start: Instant, in file: String, line: Int
  ) throws(Diagnostic) -> Event? {
    var result: Event?
    for assignment in assignments where assignment.seq == event.seq {
      do throws(AssignmentError) {
        result = try (result ?? event.event).setting(
          assignment.path, to: assignment.text, from: start)
      } catch {
        throw Diagnostic(
          .changeRefused, "record \(event.seq): \(error.message)",
          at: Place(file: file, line: line, column: 1), labels: [], notes: error.notes)
      }
    }
    return result
  }

  /// The events to insert, in the order of their times.
  func insertedEvents<S: System>(
    for header: TraceHeader<S.Machine>, of system: S.Type
  ) throws(Diagnostic) -> [RecordedEvent<S.Machine.Event>] {
    guard let inserted else { return [] }
    let found = try inserted.events(.of(S.self), under: header)
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
    return found.map { $0.event }
  }
}

extension ReplayInput {
  /// The events of a file that is a trace or lines of one, without numbers and causes.
  ///
  /// The first line may be missing, and then is `header`; in each line the number and the cause may
  /// be. A time may be a duration from the start in `header`. Lines that are not events follow from
  /// the fold and are left out.
  func events<Machine: Reducer>(
    _ defaults: TraceDefaults<Machine>, under header: TraceHeader<Machine>
  ) throws(Diagnostic) -> [(event: RecordedEvent<Machine.Event>, line: Int)] {
    let lines = try contents().split(separator: 0x0A, omittingEmptySubsequences: false)
    let isTrace = lines.first?.starts(with: Array("{\"pushtrace\"".utf8)) ?? false
    var writer = TraceWriter(header, namesParties: true)
    var bytes = isTrace ? [] : writer.take()
    // The line of the file for each line that is read; an empty one is none of a trace.
    var numbers = isTrace ? [0] : [0, 1]
    for (index, line) in lines.enumerated() where !line.isEmpty {
      bytes += completed(line, number: index + 1, from: header.started)
      bytes.append(0x0A)
      numbers.append(index + 1)
    }
    var found: [(event: RecordedEvent<Machine.Event>, line: Int)] = []
    do throws(Diagnostic) {
      var reader = try TraceReader(
        file: file, defaults: defaults, source: byteSource(of: bytes))
      while let line = try reader.next() {
        guard case .event(var event)? = try reader.record(line) else { continue }
        // The numbers and causes of another file mean nothing here.
        (event.seq, event.cause) = (0, nil)
        found.append((event, numbers[line.number]))
      }
    } catch {
      throw error.moved(to: numbers)
    }
    return found
  }
}

extension Diagnostic {
  /// The same finding, placed in the original file.
  fileprivate func moved(to numbers: [Int]) -> Diagnostic {
    guard let place, numbers.indices.contains(place.line) else { return self }
    var copy = self
    copy.place?.line = numbers[place.line]
    for index in copy.labels.indices where copy.labels[index].place.line == place.line {
      copy.labels[index].place.line = numbers[place.line]
    }
    return copy
  }
}

/// Completes a line of events to insert, as people write it, by a number and its time in
/// milliseconds.
private func completed(
  _ bytes: ArraySlice<UInt8>, number: Int, from started: Instant
) -> [UInt8] {
  let text = String(decoding: bytes, as: UTF8.self)
  var line = text[...]
  while line.last == " " || line.last == "\r" { line = line.dropLast() }
  guard line.last == "}" else { return Array(text.utf8) }
  var result = String(line)
  if let range = timeText(in: line), let span = TimeSpan(text: String(line[range])) {
    let time = (started + span).milliseconds
    // Only the quotes are removed.
    result =
      line[..<range.lowerBound].dropLast() + "\(time)" + line[range.upperBound...].dropFirst()
  }
  // Behind the other members, so that columns in messages are those of the file.
  if !["\"seq\"", "\"end\"", "\"pushtrace\""].contains(where: { text.holds($0) }) {
    result = result.dropLast() + ",\"seq\":\(number)}"
  }
  return Array(result.utf8)
}

/// Finds the text of `at`, without its quotes; `nil` if it has none.
private func timeText(in line: Substring) -> Range<Substring.Index>? {
  guard let name = line.range(ofText: "\"at\"") else { return nil }
  var rest = line[name.upperBound...].drop { $0 == " " }
  guard rest.popFirst() == ":" else { return nil }
  rest = rest.drop { $0 == " " }
  guard rest.popFirst() == "\"", let end = rest.firstIndex(of: "\"") else { return nil }
  return rest.startIndex..<end
}
