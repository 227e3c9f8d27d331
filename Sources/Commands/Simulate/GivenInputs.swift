import Diagnostics
import EventSourcing
import Properties
import Reports
import SpecFormat

/// The events that `--inputs` lets happen in a search, some with values.
struct GivenInputs: Sendable {
  private let events: [GivenEvent]

  init(_ text: String) throws {
    do {
      events = try GivenEvent.list(text, of: "--inputs")
    } catch {
      throw Stop(error.all, .usage)
    }
    if events.isEmpty { throw Stop(.usage, "--inputs takes names of events, with commas") }
  }

  /// The events of an exhaustive search: the values of the system's own choice, or else the
  /// sample's, where none are given.
  func alphabet<Event: Vocabulary>(preferring samples: [Event]) throws -> [Event]
  where Event.Name: EventName {
    try read { given, name, findings in
      let own = samples.filter { $0.name == name }
      if own.isEmpty { return [given.given(to: .sample(of: name), findings)] }
      return given.hasValues ? [given.given(to: own[0], findings)] : own
    }
  }

  /// The events of random runs: values are drawn where none are given.
  func searched<Event: Vocabulary>() throws -> [SearchedInput<Event>]
  where Event.Name: EventName {
    try read { given, name, findings in
      _ = given.given(to: Event.sample(of: name), findings)
      return [SearchedInput(name) { given.given(to: $0) }]
    }
  }

  /// The remarks about events that happen by themselves, such as the firing of a timer.
  func remarks<Name: EventName>(of names: Name.Type) -> [Diagnostic] {
    events.compactMap { given in
      guard let name: Name = given.named(Findings()), name.role == .inside else { return nil }
      return Diagnostic(
        .forgedInput, severity: .warning,
        "'\(given.name)' happens by itself, and --inputs also makes it happen without a cause",
        at: given.place, proposal: "leave it out, unless misuse is meant")
    }
  }

  private func read<Name: EventName, Read>(
    _ body: (GivenEvent, Name, Findings) -> [Read]
  ) throws -> [Read] {
    let findings = Findings()
    let read = events.flatMap { given in
      given.named(findings).map { body(given, $0, findings) } ?? []
    }
    if !findings.isEmpty { throw Stop(findings.sorted, .usage) }
    return read
  }
}
