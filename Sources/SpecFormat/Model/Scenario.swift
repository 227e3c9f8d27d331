import Diagnostics
import EventSourcing
import Rules
import Simulation
import YAML

/// One scenario of a spec as it is written: what is given, what happens and what is expected.
///
/// A scenario with `examples` becomes one of these for each row.
public struct Scenario: Sendable {
  /// Its name, its place and what selects it.
  public let title: ScenarioTitle
  /// The requirements that it and its file speak about.
  public let covers: [PlacedText]
  /// The reason for which it has to fail; `nil` where it has not.
  public let knownBug: PlacedText?
  /// The reason for which it is not run; `nil` where it is.
  public let skip: PlacedText?
  package let system: SystemVocabulary
  package let observe: Observation
  package let given: Given
  package var steps: [Step]
  package let runUntil: PlacedTime?
  /// The records after which a run is stopped as endless; `nil` for the default.
  package let budget: Int64?
  package var timelines: [Timeline]
  /// The fields of states that are claimed over the whole run.
  package var states: [StateTimeline]
  package let rules: [PlacedRule]
  package var finally: Finally
  /// The parts under 'timeline' and 'finally' that use kept values, as they are written.
  var unfilled: (timeline: YAMLNode?, finally: YAMLNode?)
  package let recording: Recording?
  /// A run that broke a property, to be repeated instead of steps.
  package let reproduction: PlacedText?

  /// The readings that the scenario sets itself, so that `--readings all` leaves them alone.
  public var namedReadings: [String] { given.readings?.entries?.map(\.key) ?? [] }

  /// The readings, as `name=value`, under which it does not say whether it holds.
  public var openReadings: [String] {
    let named = namedReadings
    return system.readingVariants.filter { variant in
      !named.contains { variant.hasPrefix("\($0)=") }
    }
  }

  /// The effects that its steps and timelines expect.
  package var expectedEffects: [EffectPattern] {
    steps.flatMap(\.claim.patterns) + timelines.flatMap { $0.occurrences ?? [] }
  }

  /// The path of the recorded trace that it runs instead of steps.
  public var recordedTrace: String? { recording?.path }
}

/// The name and the place of a scenario.
public struct ScenarioTitle: Equatable, Sendable {
  /// Its sentence.
  public var name: String
  /// Its stable id, where it has one; `--id` and trace names use it.
  public var id: PlacedText?
  /// Its tags and those of its file.
  public var tags: [String]
  /// The place at which it begins.
  public var place: Place
  /// The line on which it ends.
  public var lastLine: Int
  /// The row of its examples, where it has some.
  public var row: ExampleRow?

  /// The line that selects it, which is that of its row.
  public var line: Int { row?.place.line ?? place.line }

  /// The text by which it is shown and saved: the id, else the name; with the number of its row.
  public var label: String {
    let base = id?.text ?? name
    return row.map { "\(base) [\($0.text)]" } ?? base
  }
}

/// One row of a scenario's examples.
public struct ExampleRow: Equatable, Sendable {
  /// Its number, from 1.
  public var number: Int
  /// Its place.
  public var place: Place
  /// Its values, as `offset=1ms, from=60s`.
  public var text: String
  /// The lines on which rows of the same examples stand; the rows share one list.
  package var lines: [Int]
}

/// The kinds of effects that have to be claimed.
package struct Observation: Sendable {
  /// The names of the kinds.
  package var kinds: [String]
  /// Whether the spec names them: then those of backends count too.
  package var isNamed: Bool
}

/// A duration from time zero, with its place.
package struct PlacedTime: Sendable {
  package var at: TimeSpan
  package var place: Place
}

/// The starting point of a scenario.
package struct Given: Equatable, Sendable {
  package var clock: Instant
  package var profile: String
  /// The readings that the scenario names.
  package var readings: YAMLNode?
  package var backend: Backend
  package var devices: [DeviceSetup]
  /// Whether the scenario names its devices, so that steps and states do too.
  package var isWorld: Bool
  /// The events before time zero that the scenario itself names, in order.
  package var history: [WrittenEvent]

  /// The side that answers requests.
  package enum Backend: Equatable, Sendable {
    case script([Replies])
    /// With the settings that are written.
    case simulated(latency: TimeSpan, settings: [YAMLEntry])
  }

  /// The scripted answers to one kind of request.
  package struct Replies: Equatable, Sendable {
    package var kind: String
    package var replies: [Scripted<YAMLNode>]
    package var latency: TimeSpan
  }

  package var isSimulated: Bool { if case .simulated = backend { true } else { false } }
}

/// A device before its first launch, and what happened to it by its fixtures.
package struct DeviceSetup: Equatable, Sendable {
  package var name: String
  /// The values of the device and the configuration from fixtures and scenario; later ones lie
  /// over earlier ones.
  package var device: [YAMLNode] = []
  package var config: [YAMLNode] = []
  package var fixtures: [UsedFixture] = []
}

/// A fixture where a device uses it.
package struct UsedFixture: Equatable, Sendable {
  package var use: PlacedText
  /// The events of its file; `nil` for a fixture of the system.
  package var history: [WrittenEvent]?
}

/// Something that happens, as it is written.
package struct WrittenEvent: Equatable, Sendable {
  package var name: String
  /// The fields; `nil` where some are missing, which is a finding.
  package var fields: YAMLNode?
  package var at: Instant
  package var party: String
  /// The place of its time in the scenario.
  package var place: Place
  /// Whether all of its values are those that are written, none the stand-in of a kept one.
  package var isFilled = true
}

/// One step of a scenario.
package struct Step: Sendable {
  package var place: Place
  /// Its time; of a step whose time depends on a record, the earliest time that it can have
  /// until it has run.
  package var time: PlacedTime
  /// The record that it waits for; `nil` where its time does not.
  package var trigger: Trigger?
  /// Whether only a run shows when it happens: it waits for a record, or follows a step that does.
  package var isOpen: Bool
  /// Whether it only looks, at a time that counts from zero: another time would not change the run.
  package var isMovable = false
  /// Whether its time counts from the step before it.
  package var isRelative = false
  /// The place where it is written together with other steps, repeated or as a group.
  package var shared: Place?
  /// The values of its record that later parts of the scenario use.
  package var keeps: [KeptValue] = []
  /// The step as it is written, where it uses kept values: it is read again when they are known.
  package var unfilled: YAMLNode?
  /// The party that the step is about.
  package var party: String
  /// The event that happens; `nil` for a checkpoint.
  package var event: WrittenEvent?
  package var claim: Claim
  package var states: [StateCheck]
  package var backend: Matcher?
  package var note: String?
}

/// A record that a step waits for, or from which a time counts.
package struct Trigger: Sendable {
  /// The place at which it is written.
  package var place: Place
  /// The condition on the record.
  package var sought: SoughtRecord
  /// The pattern that picks such a record.
  package var pattern: RecordPattern
  /// The number of records that fit, this one included.
  package var nth: Int64
  /// The party whose record it is; `nil` for any.
  package var party: String?
  /// The time from the record to the step; `nil` for at once.
  package var delay: TimeSpan?
}

/// A field of a record that is kept under a name.
package struct KeptValue: Sendable {
  /// The name, without `$`.
  package var name: String
  /// The names that lead to the field, joined by dots.
  package var path: String
  /// The place at which it is written.
  package var place: Place
  /// The type of the value.
  var schema: Schema
}

/// A condition on a state.
package struct StateCheck: Sendable {
  package var party: String
  package var matcher: Matcher
}

/// The claim of a step about the effects of its instant.
package enum Claim: Sendable {
  /// There is none; the place is that of the step where nothing is written.
  case nothing(Place)
  case unchecked
  case effects([EffectPattern], anyOrder: Bool, others: Bool, Place)

  /// The effects that it expects.
  package var patterns: [EffectPattern] {
    if case .effects(let patterns, _, _, _) = self { patterns } else { [] }
  }
}

/// One expected effect.
package struct EffectPattern: Sendable {
  package var name: String
  package var place: Place
  /// The party that orders it; `nil` for any.
  package var party: String?
  /// The condition on its time; `nil` for any time.
  package var at: Matcher?
  /// The record from which `at` counts; `nil` for time zero.
  package var base: Trigger?
  /// The condition on its fields.
  package var fields: Matcher?
}

/// Every occurrence of one kind of effect in the run.
package struct Timeline: Sendable {
  package var kind: String
  package var place: Place
  /// The occurrences; `nil` where the kind is left unjudged.
  package var occurrences: [EffectPattern]?
}

/// A field of a state over the whole run.
package struct StateTimeline: Sendable {
  package var party: String
  /// The names that lead to the field, joined by dots.
  package var path: String
  /// Its values in the order of their times, each until the next.
  package var values: [(from: TimeSpan, matcher: Matcher)]
}

/// The claims about the end of the run.
package struct Finally: Sendable {
  package var counts: [CountCheck] = []
  package var timers: [StateCheck] = []
  package var states: [StateCheck] = []
  package var backend: Matcher?
}

/// A claim about the number of times that an event or an effect happens.
package struct CountCheck: Sendable {
  package var name: String
  package var matcher: Matcher
}
