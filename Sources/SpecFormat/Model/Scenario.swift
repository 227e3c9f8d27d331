import Diagnostics
import EventSourcing
import Rules
import Simulation
import Traces

/// One scenario of a spec, ready to run: what is given, what happens and what is expected.
///
/// A scenario with `examples` becomes one of these for each row. A class, because it is handed on
/// many times and never changes.
public final class Scenario<S: System>: Sendable {
  /// What it is called, where it stands and how it is selected.
  public let title: ScenarioTitle
  /// The requirements that it and its file speak about.
  public let covers: [PlacedText]
  /// Why it is expected to fail, where it is.
  public let knownBug: PlacedText?
  /// Why it is not run, where it is not.
  public let skip: PlacedText?
  package let observe: Observation
  package let given: Given<S>
  package let steps: [Step<S>]
  package let runUntil: PlacedTime?
  /// The records after which a run is stopped as endless; `nil` for the default.
  package let budget: Int64?
  package let timelines: [Timeline]
  package let rules: [PlacedRule<S.Machine>]
  package let finally: Finally
  package let recording: Recording<S.Machine>?
  /// A run that broke a property, to be repeated instead of steps.
  package let reproduction: PlacedText?

  init(
    title: ScenarioTitle, covers: [PlacedText], knownBug: PlacedText?, skip: PlacedText?,
    observe: Observation, given: Given<S>, steps: [Step<S>], runUntil: PlacedTime?, budget: Int64?,
    timelines: [Timeline], rules: [PlacedRule<S.Machine>], finally: Finally,
    recording: Recording<S.Machine>?, reproduction: PlacedText? = nil
  ) {
    self.title = title
    self.covers = covers
    self.knownBug = knownBug
    self.skip = skip
    self.observe = observe
    self.given = given
    self.steps = steps
    self.runUntil = runUntil
    self.budget = budget
    self.timelines = timelines
    self.rules = rules
    self.finally = finally
    self.recording = recording
    self.reproduction = reproduction
  }

  /// The readings that the scenario sets itself, so that `--readings all` leaves them alone.
  public var namedReadings: [String] { given.readings.changes.names }

  /// The path of the recorded trace that it runs instead of steps.
  public var recordedTrace: String? { recording?.path }
}

/// What a scenario is called and where it stands.
public struct ScenarioTitle: Equatable, Sendable {
  /// Its sentence.
  public var name: String
  /// Its stable id, where it has one; `--id` and trace names use it.
  public var id: PlacedText?
  /// Its tags and those of its file.
  public var tags: [String]
  /// Where it begins.
  public var place: Place
  /// The line on which it ends.
  public var lastLine: Int
  /// The row of its examples, where it has some.
  public var row: ExampleRow?

  /// How it is shown and saved: the id, else the name; with the number of its row.
  public var label: String {
    let base = id?.text ?? name
    return row.map { "\(base) [\($0.text)]" } ?? base
  }
}

/// One row of a scenario's examples.
public struct ExampleRow: Equatable, Sendable {
  /// Its number, from 1.
  public var number: Int
  /// How many rows there are.
  public var count: Int
  /// Where it stands.
  public var place: Place
  /// Its values, as `offset=1ms, from=60s`.
  public var text: String
  /// The lines on which rows of the same examples stand; the rows share one list.
  package var lines: [Int]
}

/// The kinds of effects that have to be claimed.
package struct Observation: Sendable {
  /// Their names.
  package var kinds: [String]
  /// Whether the spec names them: then those of backends count too.
  package var isNamed: Bool
}

/// A duration from time zero, with its place.
package struct PlacedTime: Sendable {
  package var at: TimeSpan
  package var place: Place
}

/// What a scenario starts from.
package struct Given<S: System>: Sendable {
  package var clock: Instant
  package var readings: GivenReadings<S>
  package var backend: Preparation<S>.Backend
  package var devices: [DeviceSetup<S>]
  /// Whether the scenario names its devices, so that steps and states do too.
  package var isWorld: Bool
  /// What the scenario itself says happened before time zero, in order.
  package var history: [PlacedInput<S.Machine.Event>]
}

/// A device before its first launch, and what happened to it by its fixtures.
package struct DeviceSetup<S: System>: Sendable {
  package var name: String
  package var device: S.Device
  package var config: S.Machine.Config
  /// From the fixtures, in order.
  package var past: [Input<S.Machine.Event>]
  /// The fixtures of the system, each where it is named.
  package var fixtures: [PlacedText] = []
}

/// Something that happened before time zero, and where the scenario says when.
package struct PlacedInput<Event: Vocabulary>: Sendable {
  package var input: Input<Event>
  package var place: Place
}

/// The readings that a scenario runs under.
package struct GivenReadings<S: System>: Sendable {
  package var profile: String
  /// Those of the profile.
  package var base: S.Machine.Readings
  /// Those that the scenario names.
  package var changes: RecordChanges<S.Machine.Readings>

  /// The profile's readings with those that the scenario names.
  package var all: S.Machine.Readings { changes.applied(to: base) }
}

/// One step of a scenario.
package struct Step<S: System>: Sendable {
  package var place: Place
  package var time: PlacedTime
  package var id: String?
  /// The party that the step is about.
  package var party: String
  /// What happens; `nil` for a checkpoint.
  package var input: Input<S.Machine.Event>?
  package var claim: Claim
  package var states: [StateCheck]
  package var backend: Matcher?
  package var note: String?
}

/// What a state must be like.
package struct StateCheck: Sendable {
  package var party: String
  package var matcher: Matcher
}

/// What a step says about the effects of its instant.
package enum Claim: Sendable {
  /// There is none; the place is that of the step where nothing is written.
  case nothing(Place)
  case unchecked
  case effects([EffectPattern], anyOrder: Bool, others: Bool, Place)
}

/// One expected effect.
package struct EffectPattern: Sendable {
  package var name: String
  package var place: Place
  /// The party that orders it; `nil` for any.
  package var party: String?
  /// When it is ordered; `nil` for any time.
  package var at: Matcher?
  /// What its fields must be like.
  package var fields: Matcher?
}

/// Every occurrence of one kind of effect in the run.
package struct Timeline: Sendable {
  package var kind: String
  package var place: Place
  /// `nil` where the kind is left unjudged.
  package var occurrences: [EffectPattern]?
}

/// What is looked at when the run has ended.
package struct Finally: Sendable {
  package var counts: [CountCheck] = []
  package var timers: [StateCheck] = []
  package var states: [StateCheck] = []
  package var backend: Matcher?
}

/// How often an event or an effect happens.
package struct CountCheck: Sendable {
  package var name: String
  package var place: Place
  package var matcher: Matcher
}

/// A rule with the place where it is written.
public struct PlacedRule<Machine: Reducer>: Sendable {
  /// Its id, where it has one.
  public let id: String?
  /// The sentence as it is written, for reports.
  public let text: String
  /// Where the sentence begins.
  public let place: Place
  /// Where its bound is written, where it has one.
  package let boundPlace: Place?
  /// What has to happen for the rule to be kept, where it asks for something.
  package let sought: SoughtRecord?
  /// The record that puts the rule to the test, as it is written.
  package let awaited: String?
  /// The requirements that it follows.
  public let covers: [String]
  /// What the rule says.
  public let rule: Rule<Machine>
}

/// An event or effect that a rule asks for.
package struct SoughtRecord: Sendable {
  /// Its name.
  package let name: String
  /// What its fields must be like.
  package let fields: Matcher?
}
