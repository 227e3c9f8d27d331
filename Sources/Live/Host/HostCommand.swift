import EventSourcing
import JSON
import Simulation
import Traces

/// An event that an app sends as a line of JSON, with its name and fields as in specs:
/// `{"event":"contact_key_set","with":{"key":"anna"}}`.
///
/// `on` names the party if there are several; `id` is any value, which the answer repeats.
public struct HostCommand<Event: Vocabulary>: Sendable {
  /// The event that comes from outside.
  public var event: Event
  /// The party; `nil` for the only one.
  public var party: String?
  /// The id that the answer repeats.
  public var id: JSONTree?

  /// Reads a line without its line end; `refusal` says why an app cannot bring an event.
  public init(
    _ line: UnsafeBufferPointer<UInt8>, refusal: (Event) -> String?
  ) throws(CommandRefusal) {
    var members = Members()
    do throws(JSONError) {
      try members.read(line)
      guard let name = members.event else {
        throw JSONError(.refused("'event' is missing", proposal: ""), at: 0)
      }
      event = try HostCommand.event(name, with: members.data, in: line)
    } catch {
      let proposal = error.problem.proposal
      throw CommandRefusal(
        error.problem.message + (proposal.isEmpty ? "" : ": \(proposal)"),
        column: error.start + 1, id: members.id)
    }
    (party, id) = (members.party, members.id)
    if let reason = refusal(event) { throw CommandRefusal(reason, id: id) }
  }

  private struct Members {
    var event: (text: String, place: JSONString)?
    var party: String?
    var id: JSONTree?
    var data: Int?

    mutating func read(_ line: UnsafeBufferPointer<UInt8>) throws(JSONError) {
      var scanner = JSONScanner(line)
      scanner.skipSpace()
      try scanner.expect(UInt8(ascii: "{"), "an object")
      scanner.skipSpace()
      guard !scanner.take(UInt8(ascii: "}")) else { return }
      var known: Set<String> = []
      repeat {
        let place = try scanner.memberName()
        let name = scanner.text(place)
        guard known.insert(name).inserted else {
          throw JSONError(.duplicate(name), at: place.start, to: place.end)
        }
        switch name {
        case "event":
          let value = try scanner.string()
          event = (scanner.text(value), value)
        case "on": party = scanner.text(try scanner.string())
        case "id": id = try scanner.tree()
        case "with":
          data = scanner.position
          try scanner.skipValue()
        default:
          throw JSONError(
            .unknown("unknown member '\(name)'", name, among: ["event", "with", "on", "id"]),
            at: place.start, to: place.end)
        }
      } while try scanner.another(before: UInt8(ascii: "}"))
      scanner.skipSpace()
      guard scanner.atEnd else { throw JSONError(.expected("one object"), at: scanner.position) }
    }
  }

  private static func event(
    _ name: (text: String, place: JSONString), with data: Int?,
    in line: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) -> Event {
    guard let known = Event.Name.named(name.text) else {
      let all = Event.Name.allCases.map { $0.description }
      throw JSONError(
        .unknown("there is no event '\(name.text)'", name.text, among: all),
        at: name.place.start, to: name.place.end)
    }
    let sample = Event.sample(of: known)
    guard let data else { return try Event.read(.object([]), like: sample, lenient: false) }
    var reader = JSONReader(JSONScanner(line, from: data))
    reader.anyOrder = true
    reader.scanner.skipSpace()
    return try reader.data(like: sample)
  }
}

/// Why a line is no command.
public struct CommandRefusal: Error, Hashable, Sendable {
  /// The problem of the line, with what to write instead.
  public var message: String
  /// The position in the line in bytes, from 1; 0 for the line as a whole.
  public var column: Int
  /// The `id` that the answer repeats, if it could be read.
  public var id: JSONTree?

  /// Refuses a line, or with `column` a place in it.
  public init(_ message: String, column: Int = 0, id: JSONTree? = nil) {
    self.message = message
    self.column = column
    self.id = id
  }
}

extension LiveSystem {
  /// The reason why an app cannot bring an event; `nil` where it can.
  public static func refusal(ofCommand event: Machine.Event) -> String? {
    if let reason = validationError(in: event) { return reason }
    if wallClockChange(of: event) != nil {
      return "'\(event.name)' is recorded by the host, which watches the clock of its machine"
    }
    switch event.name.role {
    case .outside, .processStart, .processEnd: return nil
    case .inside, .harness:
      return "'\(event.name)' is recorded by the host: an app cannot bring it"
    case .backendSettings, .backend, .backendDevice:
      return "'\(event.name)' happens at a backend and not at an app"
    case .network:
      return "'\(event.name)' happens in a simulated network: the host has a real one"
    }
  }
}
