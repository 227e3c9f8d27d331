import EventSourcing
import Platform

/// The choices where the document is silent or says two things; each default comes first.
public struct MobileEngageReadings: Record {
  /// The name of the start event (ME-5).
  public var startEvent: StartEvent
  /// The contact of an event: that of its tracking or that of its sending (ME-7).
  public var eventAttribution: EventAttribution
  /// The wait before a failed call is tried again.
  public var backOff: BackOff

  /// Creates readings; what is left out has its default under the profile `documents`.
  public init(
    startEvent: StartEvent = .sessionStart, eventAttribution: EventAttribution = .tracked,
    backOff: BackOff = BackOff()
  ) {
    self.startEvent = startEvent
    self.eventAttribution = eventAttribution
    self.backOff = backOff
  }

  /// The names under which a start is tracked.
  public enum StartEvent: String, Choice {
    case sessionStart = "session_start"
    case appStart = "app_start"
    case both

    public var summary: StaticString {
      switch self {
      case .sessionStart: "session:start, as in the scenarios of the documents."
      case .appStart: "app:start, as in the documents' list of the process."
      case .both: "First app:start, then session:start."
      }
    }
  }

  /// The contact to which an event belongs.
  public enum EventAttribution: String, Choice {
    case tracked, sent

    public var summary: StaticString {
      switch self {
      case .tracked:
        "Of the moment of tracking: what was tracked before a contact call leaves before it."
      case .sent: "Of the moment of sending: contact calls leave before all events."
      }
    }
  }

  public static var sample: MobileEngageReadings { MobileEngageReadings() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> MobileEngageReadings {
    MobileEngageReadings(
      startEvent: try visitor(
        "start_event", startEvent, default: .sessionStart, "The name of the start event."),
      eventAttribution: try visitor(
        "event_attribution", eventAttribution, default: .tracked,
        "Whether an event belongs to the contact of its tracking or of its sending."),
      backOff: try visitor(
        "backoff", backOff, default: BackOff(), "The waits before a failed call is retried."))
  }
}
