import Diagnostics
import EventSourcing
import Rules
import Simulation
import Traces

/// One scenario of a spec, ready to run: what is given, what happens and what is expected.
///
/// A scenario with `examples` becomes one of these for each row.
public struct Scenario<S: System>: Sendable {
  /// What it is called, where it stands and how it is selected.
  public let title: ScenarioTitle
  /// The requirements that it and its file speak about.
  public let covers: [PlacedText]
  /// Why it is expected to fail, where it is.
  public let knownBug: PlacedText?
  /// Why it is not run, where it is not.
  public let skip: PlacedText?
  let observe: [String]
  let given: Given<S>
  let steps: [Step<S>]
  let runUntil: PlacedTime?
  let timelines: [Timeline]
  let rules: [PlacedRule<S.Machine>]
  let finally: Finally
  let recording: Recording<S.Machine>?

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
  /// The lines on which rows of the same examples stand.
  var lines: [Int]
}

/// A duration from time zero, with its place.
struct PlacedTime: Sendable {
  var at: TimeSpan
  var place: Place
}

/// What a scenario starts from.
struct Given<S: System>: Sendable {
  var clock: Instant
  var readings: GivenReadings<S>
  var backend: Backend<S.Reply>
  var devices: [DeviceSetup<S>]
  /// Whether the scenario names its devices, so that steps and states do too.
  var isWorld: Bool
  /// What the scenario itself says happened before time zero, in order.
  var history: [PastEvent<S.Machine.Event>]
}

/// Who answers requests.
enum Backend<Reply: ScriptedReply>: Sendable {
  case script(Script<Reply>)
  case simulated(latency: TimeSpan)
}

/// A device before its first launch, and what happened to it by its fixtures.
struct DeviceSetup<S: System>: Sendable {
  var name: String
  var device: S.Device
  var config: S.Machine.Config
  /// From the fixtures, in order.
  var past: [PastEvent<S.Machine.Event>]
}

/// Something that happened before time zero.
struct PastEvent<Event: Vocabulary>: Sendable {
  var at: TimeSpan
  var party: String
  var event: Event
  /// Where the scenario says when; `nil` for what a fixture of the system brings.
  var place: Place?
}

/// The readings that a scenario runs under.
struct GivenReadings<S: System>: Sendable {
  var profile: String
  /// Those of the profile.
  var base: S.Machine.Readings
  /// Those that the scenario names.
  var changes: RecordChanges<S.Machine.Readings>

  /// The profile's readings with those that the scenario names.
  var all: S.Machine.Readings { changes.applied(to: base) }
}

/// One step of a scenario.
struct Step<S: System>: Sendable {
  var place: Place
  var time: PlacedTime
  var id: String?
  /// The party that the event belongs to.
  var party: String
  var event: S.Machine.Event?
  var claim: Claim
  var states: [StateCheck]
  var backend: Matcher?
  var note: String?
}

/// What a state must be like.
struct StateCheck: Sendable {
  var party: String
  var matcher: Matcher
}

/// What a step says about the effects of its instant.
enum Claim: Sendable {
  /// There is none; the place is that of the step where nothing is written.
  case nothing(Place)
  case unchecked
  case effects([EffectPattern], anyOrder: Bool, others: Bool, Place)
}

/// One expected effect.
struct EffectPattern: Sendable {
  var name: String
  var place: Place
  /// The device that orders it; `nil` for any.
  var party: String?
  /// When it is ordered; `nil` for any time.
  var at: Matcher?
  /// What its fields must be like.
  var fields: Matcher?
}

/// Every occurrence of one kind of effect in the run.
struct Timeline: Sendable {
  var kind: String
  var place: Place
  /// `nil` where the kind is left unjudged.
  var occurrences: [EffectPattern]?
}

/// What is looked at when the run has ended.
struct Finally: Sendable {
  var counts: [CountCheck] = []
  var timers: [StateCheck] = []
  var states: [StateCheck] = []
  var backend: Matcher?
}

/// How often an event or an effect happens.
struct CountCheck: Sendable {
  var name: String
  var place: Place
  var matcher: Matcher
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
  let boundPlace: Place?
  /// What the rule says.
  public let rule: Rule<Machine>
}
