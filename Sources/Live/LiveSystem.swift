import EventSourcing
import Simulation

/// A machine that can run against the real clock and a real server.
///
/// Everything has a default, which suits a machine without requests.
public protocol LiveSystem: System {
  /// The HTTP request that performs `effect`, which `party` ordered in `state`; `nil` for effects
  /// that concern the app and not a server.
  ///
  /// The sender of the request adds the header for `id`.
  static func wireRequest(
    for effect: Machine.Effect, of party: String, in state: Machine.State, id: EffectID
  ) -> WireRequest?

  /// The name of `party` on the wire: `device` is its id, other names are those in braces in the
  /// paths of `calls`.
  static func senderName(_ name: String, of party: String, in state: Machine.State) -> String

  /// The event by which the device learns of the response to the request for `effect`.
  ///
  /// Every response becomes an event: one with a wrong body becomes a failed or an empty answer,
  /// with a note.
  static func answer(
    to effect: Machine.Effect, with response: WireResponse
  ) -> WireAnswer<Machine.Event>

  /// The event that tells a device that its wall clock was set; `nil` if there is none.
  static func wallClockChanged(by span: TimeSpan) -> Machine.Event?

  /// Whether `event` must be durable at once because the system may end the process after it.
  static func isLastChance(_ event: Machine.Event) -> Bool
}

/// What a response means to a device.
public struct WireAnswer<Event: Vocabulary>: Hashable, Sendable {
  /// The event; `nil` if nothing happens.
  public var event: Event?
  /// What was wrong with the response, for the log; `nil` for a valid one.
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
  /// By how much the wall clock was set, if `event` says so; `nil` for any other event.
  static func wallClockChange(of event: Machine.Event) -> TimeSpan? {
    guard let sample = wallClockChanged(by: .zero), event.name == sample.name,
      case .fields(let fields) = event.value
    else { return nil }
    for case .span(let span) in fields.map(\.value) { return span }
    return nil
  }
}
