import EventSourcing
import Simulation

/// A machine that can run against the real clock and a real server.
///
/// Everything has a default: a machine without requests records what happens to its app as it is.
public protocol LiveSystem: System {
  /// The request over HTTP that performs `effect`, which `party` has ordered in `state`; `nil` for
  /// effects that reach the app and not a server.
  ///
  /// The headers need not have `id`: whoever sends the request adds it.
  static func wireRequest(
    for effect: Machine.Effect, of party: String, in state: Machine.State, id: EffectID
  ) -> WireRequest?

  /// What `party` is called on the wire: `device` is its id, other names are those in braces that
  /// the paths of `calls` have.
  static func senderName(_ name: String, of party: String, in state: Machine.State) -> String

  /// The event by which the device learns of the response to the request for `effect`.
  ///
  /// Any response is an answer, also one whose body is not what it has to be: it becomes the event
  /// of a failed or an empty answer, with a note.
  static func answer(
    to effect: Machine.Effect, with response: WireResponse
  ) -> WireAnswer<Machine.Event>

  /// The event by which a device learns that its wall clock was set; `nil` where it does not.
  static func wallClockChanged(by span: TimeSpan) -> Machine.Event?

  /// Whether `event` must be durable at once: the system may end the process after it.
  static func isLastChance(_ event: Machine.Event) -> Bool
}

/// What a response means to a device.
public struct WireAnswer<Event: Vocabulary>: Hashable, Sendable {
  /// What happens; `nil` where nothing does.
  public var event: Event?
  /// What was wrong with the response, for the log; `nil` for a good one.
  public var note: String?

  /// Describes an answer.
  public init(_ event: Event?, note: String? = nil) {
    self.event = event
    self.note = note
  }
}

extension LiveSystem {
  public static func senderName(
    _ name: String, of party: String, in state: Machine.State
  ) -> String { name == "device" ? party : "-" }

  public static func wallClockChanged(by span: TimeSpan) -> Machine.Event? { nil }

  public static func isLastChance(_ event: Machine.Event) -> Bool { false }
}

extension LiveSystem {
  /// By how much `event` says that the wall clock was set; `nil` for any other event.
  static func wallClockChange(of event: Machine.Event) -> TimeSpan? {
    guard let sample = wallClockChanged(by: .zero), event.name == sample.name,
      case .fields(let fields) = event.value
    else { return nil }
    for case .span(let span) in fields.map(\.value) { return span }
    return nil
  }
}
