import Diagnostics
import EventSourcing
import Replay
import Traces

/// The changes of the hidden state, each of a single field, that explain the first drift of a
/// trace: with one of them everything after it is exact, effects and states.
public struct StateExplanation: Equatable, Sendable {
  /// The record with the first drift; of a missing effect, the event that orders it.
  public var drift: Int64
  /// The changes, from the earliest record on.
  public var changes: [StateChange] = []
  /// The change after which most records are exact, where no change explains all.
  public var nearest: StateChange?
  /// The fields that decide what the event with the drift orders, as the machine has them before
  /// it, those written last first.
  public var inputs: [Input] = []
  /// The event with the drift and what it writes before it decides; `nil` where the state behind it
  /// differs, or what follows shows that its decision is not what went wrong.
  public var own: OwnWrites?
  /// The decisions at the first drift, each among all of its kind; none where a state differs.
  public var decisions: [DecisionPattern] = []
  /// The number of changes tried.
  public var trials = 0
  /// Whether there was more to try.
  public var isCut = false

  /// An event and the fields that it writes, without places in lists.
  public struct OwnWrites: Equatable, Sendable {
    /// The event.
    public var record: ErasedRecord
    /// The ways to the fields in the state of its party.
    public var paths: [String]
  }

  /// A field on which a decision depends.
  public struct Input: Equatable, Sendable {
    /// The way to it in the state of the party.
    public var path: String
    /// Its value; `nil` where it is absent.
    public var value: Value?
    /// The record that wrote it last, as far as records were kept.
    public var writer: ErasedRecord?
  }

  /// The paths of the fields that explain the drift, or of the one that comes nearest, without
  /// places in lists.
  public var fields: [String] {
    (simplest.isEmpty ? [nearest].compactMap { $0 } : simplest)
      .flatMap { [$0.path] + $0.also }.map { $0.withoutPlaces }.eachOnce()
  }

  /// The event with the drift, which may decide wrongly; `nil` where effects show the value of the
  /// only change, or that change needs chosen events.
  package var suspectedWrites: OwnWrites? {
    let isPlain = changes.first.map { $0.isShown || !$0.chosen.isEmpty } == true
    return isPlain && simplest.count == 1 ? nil : own
  }

  /// Whether the decision at the drift may be what went wrong.
  public var mayBeDecision: Bool { changes.isEmpty || suspectedWrites != nil }

  /// The changes that are as simple as the first one: the trace does not show which of them it was.
  public var simplest: [StateChange] {
    changes.filter { $0.weight == changes.first?.weight }
  }
}

/// A change of one field of the hidden state after which a trace is exact.
public struct StateChange: Equatable, Sendable {
  /// The way to the field in the state of the record's party.
  public var path: String
  /// The same way in all that the machine remembers.
  package var way: [ValueStep]
  /// The ways to other fields that the same events leave as they were.
  public var also: [String] = []
  /// The value that the machine gives it; `nil` where it is absent.
  public var machine: Value?
  /// The value with which all is exact; `nil` where it is absent.
  public var value: Value?
  /// Whether the record leaves the field as it was before.
  public var isUnchanged: Bool
  /// Whether each later event of this name changes it once more.
  public var repeats: Bool
  /// Whether it happens as a process ends inside a launch, before the next one starts; of a
  /// repeated change at each end of a process.
  public var isOfEnd: Bool
  /// Whether it is each event of any name that changes it.
  public var isOfAny = false
  /// Whether the effects of the event show it: they carry this value for the one that it writes.
  public var isShown = false
  /// The first record of a repeated change, which may be another device's.
  var first: Int64?
  /// Whether the events are those alone that would leave the field empty.
  public var isOfClearing = false
  /// Whether it is the same field of all elements of the lists that it stands in.
  public var isOfEach = false
  /// The number of times that a repeated change makes a difference.
  var changed = 0
  /// The names of other events, which do as well where each of them changes it.
  var others: [String] = []
  /// The numbers of the events that change it, where they are some of their name alone.
  public var chosen: [Int64] = []
  /// Whether it is so before the event does anything, which then goes by it.
  public var isBefore = false
  /// Whether it takes the instant of each event.
  public var isTime = false
  /// The number that is added to it.
  public var raised: Int64?
  /// The first event after which the change makes everything exact, or a later one of a name that
  /// leaves such a value elsewhere.
  public var record: ErasedRecord
  /// The first event of all, where it is another one.
  public var earliest: Int64?
  /// The last event after which the same change still does, or one of another value.
  public var last: Int64
  /// The event behind `last`, which may have changed the field itself before it used it.
  public var own: Int64?
  /// The names of the events from `record` to `last`, the latest first.
  public var candidates: [String] = []
  /// Whether the value is one that the machine could have left there by itself: none, one that was
  /// there before, zero or the opposite. Others stand for it, such as a text from elsewhere.
  public var isNatural: Bool
  /// The next record that differs nevertheless; `nil` where none does.
  public var next: Int64?
  /// The number of other values that do the same.
  public var alternatives = 0
  /// The event that wrote the field last, up to `record`.
  public var writer: ErasedRecord?
}

extension StateChange {
  /// The writes that are left out where the change repeats.
  var unchangedContent: Repetition.Content {
    isOfClearing ? .kept : .unchanged
  }

  /// The events that change it where it repeats.
  var events: Repetition.Events { isOfEnd ? .ends : isOfAny ? .any : .named(record.name) }

  /// The way to the field, or to the list of which it is an element.
  var field: Substring {
    path.last == "]" ? path[..<(path.lastIndex(of: "[") ?? path.endIndex)] : path[...]
  }

  /// The rank of a change among those of other fields: what the effects show, a write that
  /// was left out, what else the machine could have left by itself, and other values.
  var rank: Int { isShown ? 0 : isNatural ? (isUnchanged ? 1 : 2) : 3 }

  /// The weight of the evidence for a change, the lightest being 2: what is recorded of several
  /// events is hardly met by chance, nor an old value in an effect.
  var weight: Int {
    if !isNatural { return 2 }
    return !chosen.isEmpty || isShown && isUnchanged ? 0 : 1
  }

  /// The rank of a change among those of one record.
  var effort: Int {
    if isUnchanged { return repeats ? 1 : 0 }
    return (value == nil ? 2 : 4) + (repeats ? 1 : 0)
  }
}
