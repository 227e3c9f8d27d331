import Diagnostics
import EventSourcing
import Replay
import Simulation
import Traces
import Turnstile

/// The turnstile, registered with the harness.
enum TurnstileSystem: System {
  typealias Machine = Turnstile

  static let name = "turnstile"

  static func outcome(
    of effect: TurnstileEffect, by party: String, in state: TurnstileState
  ) -> Outcome<TurnstileEvent> { .external }

  static func readingsSet(
    profile: String, _ readings: TurnstileReadings
  ) -> TurnstileEvent? { .readingsSet(profile: profile, readings: readings) }

  static func complete(
    _ event: TurnstileEvent, of party: String, device: NoFields, config: TurnstileConfig,
    in state: TurnstileState
  ) -> TurnstileEvent {
    if case .started(nil) = event { return .started(config: config) }
    return event
  }
}

/// The lines of a recorded run, to be edited as people edit traces.
struct EditedTrace {
  var lines: [String]

  init(_ events: [TurnstileEvent] = TurnstileRun.events, config: TurnstileConfig = .sample) {
    let header = TraceHeader<Turnstile>(
      sdk: "turnstile", readings: .sample, config: config, started: Instant(milliseconds: 0))
    self.init(
      bytes: encode(Trace(header: header, records: TurnstileRun.records(of: events))))
  }

  init(bytes: [UInt8]) {
    lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The index of the first line that contains `text`.
  func index(of text: String) -> Int { lines.firstIndex { $0.contains(text) } ?? 0 }

  var bytes: [UInt8] { Array((lines.joined(separator: "\n") + "\n").utf8) }

  var input: ReplayInput { ReplayInput(file: "t", bytes: bytes) }

  func replayed(_ options: ReplayOptions = ReplayOptions()) throws -> ReplayOutcome {
    try AnySystem(TurnstileSystem.self).replay(input, options)
  }
}

extension EditedTrace {
  /// Two cards and the answers about them.
  static let cards: [TurnstileEvent] = [
    .cardShown(card: .sample), .cardChecked(request: 1, status: 403, extras: [:]),
    .cardShown(card: .sample), .cardChecked(request: 2, status: 200, extras: [:]),
  ]

  /// Two cards, about the first of which two requests are made: later ones have the next number.
  static var withRequestTooMany: EditedTrace {
    var trace = EditedTrace(cards)
    let first = trace.index(of: #""effect":"check_card""#)
    let extra = trace.lines[first].replacing(#"{"check":1,"#, with: #"{"check":2,"#)
    trace.lines = trace.lines.map { $0.replacing(#"{"check":2,"#, with: #"{"check":3,"#) }
    trace.lines.insert(extra, at: first + 1)
    return trace
  }
}

/// Finds the notes of a trace by their numbers.
func notes(_ bytes: [UInt8]) throws -> [Int64: String] {
  var found: [Int64: String] = [:]
  for record in try Trace<Turnstile>(decoding: bytes, file: "t").records {
    if case .note(let seq, _, _, let text) = record { found[seq] = text }
  }
  return found
}
