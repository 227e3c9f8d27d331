import EventSourcing
import Platform

/// The part of the device that a feature may read while it handles an event.
struct EventContext {
  /// The instant of the event.
  let now: Instant
  /// The device's own idea of that instant, by which messages are dated.
  let wallClock: Instant
  /// The readings of the documents.
  let readings: MobilePushReadings
  /// The configuration by the app.
  let config: MobilePushConfig
  /// The phase of the app's process.
  let phase: ProcessPhase
  /// Whether there is a network, as far as the device knows.
  let online: Bool
  /// Whether the user permits notifications.
  let optedIn: Bool
  /// Whether the push service has handed over a token.
  let holdsToken: Bool
  /// The rule that is broken; `nil` outside the gallery.
  let defect: MobilePushDefect?

  /// Whether the SDK runs.
  var isRunning: Bool { phase.isRunning }
}
