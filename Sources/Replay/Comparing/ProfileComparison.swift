import Diagnostics
import EventSourcing
import Simulation
import Traces

/// Where the outcome of a trace depends on the profile under which its events are folded.
public struct ProfileComparison: Equatable, Sendable {
  /// The profiles compared, in the order asked for.
  public var profiles: [String]
  /// The first events after which they order different effects.
  public var differences: [ProfileDifference] = []
  /// How many such events there are.
  public var differenceCount = 0
  /// How many events were folded.
  public var events: Int64 = 0

  /// The differences that are kept; all are counted.
  public static var kept: Int { 50 }
}

/// One event after which profiles order different effects.
public struct ProfileDifference: Equatable, Sendable {
  /// The event.
  public var event: ErasedRecord
  /// The effects that it leads to; profiles that agree stand together, in the order asked for.
  public var outcomes: [Outcome]

  /// What some of the profiles order.
  public struct Outcome: Equatable, Sendable {
    /// The profiles that order it.
    public var profiles: [String]
    /// The effects by name, with their fields.
    public var effects: [Value.Field]
  }
}

/// Folds the events of a trace under each of `profiles` and compares what they order.
///
/// The answers in a trace fit the requests of its own profile: after the first difference the
/// others may be answered what they did not ask.
public func compareProfiles<S: System>(
  _ input: ReplayInput, as system: S.Type, profiles: [String]
) throws(Diagnostic) -> ProfileComparison {
  var reader = try TraceReader<S.Machine>(
    file: input.file, defaults: .of(S.self), source: input.open())
  var folds = profiles.compactMap { name in
    S.profiles.first { $0.name == name }.map { profile in
      Engine<S>(reader.header, override: (profile.name, profile.readings))
    }
  }
  var comparison = ProfileComparison(profiles: profiles)
  while let line = try reader.next() {
    guard line.kind == .event, let record = try reader.event(line) else { continue }
    comparison.events += 1
    for index in folds.indices { folds[index].fold(record) }
    let ordered = folds.map(\.effects.ordered)
    guard let first = ordered.first, ordered.contains(where: { $0 != first }) else { continue }
    comparison.differenceCount += 1
    guard comparison.differences.count < ProfileComparison.kept else { continue }
    comparison.differences.append(
      ProfileDifference(
        event: ErasedRecord(record, line: line.number), outcomes: grouped(ordered, profiles)))
  }
  return comparison
}

private func grouped<Effect: Vocabulary>(
  _ ordered: [[Effect]], _ profiles: [String]
) -> [ProfileDifference.Outcome] {
  var groups: [(effects: [Effect], profiles: [String])] = []
  for (profile, effects) in zip(profiles, ordered) {
    if let index = groups.firstIndex(where: { $0.effects == effects }) {
      groups[index].profiles.append(profile)
    } else {
      groups.append((effects, [profile]))
    }
  }
  return groups.map { group in
    ProfileDifference.Outcome(
      profiles: group.profiles,
      effects: group.effects.map { Value.Field(name: $0.name.description, value: $0.value) })
  }
}
