import Diagnostics
import EventSourcing
import Simulation
import Traces

/// Judges a log that begins in the middle of its devices' lives: what all lives that they may have
/// had before agree on can be known, and nothing else.
///
/// An effect that every life orders has to be recorded, with the fields in which they agree. One
/// that only some order, or none, is not compared. Where a record follows from something before the
/// log, or from something that no life has done, none of them was like the device: all is unknown
/// again from there.
struct UnknownHistory<S: System> {
  typealias Recorded = EffectBatch<S.Machine>.Recorded

  private struct Request: Hashable {
    let party: String
    let number: Value
  }

  /// How many recorded effects were compared in at least one field.
  private(set) var compared: Int64 = 0
  /// How many were not.
  private(set) var notCompared: Int64 = 0

  private let pool: EventPool<S>
  private var lives: EarlierLives<S>
  private var devices: [String: [EarlierLife<S>]] = [:]
  /// The records of the log's requests, by device and number.
  private var requests: [Request: Int64] = [:]
  /// The last event by which the harness set readings.
  private var readings: RecordedEvent<S.Machine.Event>?
  /// How often lives were drawn.
  private var draws = 0

  /// More draws than these mean a log of which nothing gets known.
  private static var limit: Int { 64 }
  /// Few requests are open at once.
  private static var remembered: Int { 4_096 }

  init(_ input: ReplayInput, _ options: ReplayOptions<S>, _ header: TraceHeader<S.Machine>)
    throws(Diagnostic)
  {
    pool = try EventPool(input, options)
    lives = EarlierLives(header, override: options.override, pool)
  }

  /// Folds an event of the log in all lives of its device.
  mutating func happen(_ record: RecordedEvent<S.Machine.Event>) {
    let party = record.party
    if S.backends.contains(party) { return }
    let role = S.role(of: record.event)
    if case .harness = role {
      readings = record
      if devices[party] == nil { return }
    }
    if devices[party] == nil { draw(party, until: record.at) }
    guard var own = devices[party], !own.isEmpty else { return }
    devices[party] = []
    let origin = role == .inside ? self.origin(of: record) : nil
    var isExplained = origin == nil
    for index in own.indices where own[index].fold(record, answering: origin) {
      isExplained = true
    }
    devices[party] = own
    if !isExplained { forget(party, at: record.at) }
  }

  /// The record that an answer or a timer follows from; 0 where the log does not have it.
  private func origin(of record: RecordedEvent<S.Machine.Event>) -> Int64 {
    guard let number = record.event.value["request"] else { return record.cause ?? 0 }
    return requests[Request(party: record.party, number: number)] ?? 0
  }

  /// Makes everything about a device unknown again.
  private mutating func forget(_ party: String, at now: Instant) {
    devices[party] = nil
    draw(party, until: now)
  }

  private mutating func draw(_ party: String, until now: Instant) {
    draws += 1
    guard draws <= UnknownHistory.limit else { return devices[party] = [] }
    var own = lives.draw(of: party, until: now)
    if var readings {
      readings.party = party
      for index in own.indices { _ = own[index].fold(readings, answering: nil) }
    }
    devices[party] = own
  }

  /// The differences between the effects that follow an event in the log and what all lives order.
  mutating func differences(
    after event: RecordedEvent<S.Machine.Event>, _ recorded: [Recorded], cutShort: Bool
  ) -> [KnownDifference<S.Machine>] {
    guard var own = devices[event.party], !own.isEmpty else {
      notCompared += Int64(recorded.count)
      return []
    }
    var found: [KnownDifference<S.Machine>] = []
    var isUnlike = false
    for name in names(recorded, own) {
      let theirs = own.map { life in life.ordered.filter { $0.name == name } }
      let effects = recorded.filter { $0.effect.effect.name == name }
      for (number, effect) in effects.enumerated() {
        remember(effect.effect)
        for index in own.indices where number < theirs[index].count {
          own[index].made(theirs[index][number], as: effect.effect.seq)
        }
      }
      if effects.count > theirs.map(\.count).max() ?? 0 { isUnlike = true }
      found += differences(name, effects, theirs, event, cutShort: cutShort)
    }
    devices[event.party] = own
    if isUnlike, found.isEmpty { forget(event.party, at: event.at) }
    return found
  }

  private mutating func remember(_ effect: RecordedEffect<S.Machine.Effect>) {
    guard let number = effect.effect.value["request"] else { return }
    if requests.count >= UnknownHistory.remembered { requests.removeAll() }
    requests[Request(party: effect.party, number: number)] = effect.seq
  }

  /// The names of all effects that are recorded or ordered, but for those that only report what a
  /// machine thinks of its input.
  private func names(
    _ recorded: [Recorded], _ lives: [EarlierLife<S>]
  ) -> [S.Machine.Effect.Name] {
    var names: [S.Machine.Effect.Name] = []
    let all = recorded.map(\.effect.effect.name) + lives.flatMap { $0.ordered.map(\.name) }
    for name in all where name.role != .internal && !names.contains(name) { names.append(name) }
    return names
  }

  private mutating func differences(
    _ name: S.Machine.Effect.Name, _ recorded: [Recorded], _ ordered: [[S.Machine.Effect]],
    _ event: RecordedEvent<S.Machine.Event>, cutShort: Bool
  ) -> [KnownDifference<S.Machine>] {
    let counts = ordered.map(\.count)
    guard let count = counts.first, count > 0, counts.allSatisfy({ $0 == count }),
      pool.effects.contains(name)
    else {
      notCompared += Int64(recorded.count)
      return []
    }
    var found: [KnownDifference<S.Machine>] = []
    for number in 0..<max(count, recorded.count) {
      let known = number < count ? AgreedFields(ordered.map { $0[number].value }) : nil
      guard number < recorded.count else {
        if let known, !cutShort { found.append(.missing(name, known.fields, event)) }
        continue
      }
      guard let known else {
        found.append(.extra(recorded[number]))
        continue
      }
      compared += 1
      let differing = known.differences(from: recorded[number].effect.effect.value)
      if !differing.isEmpty { found.append(.altered(recorded[number], differing)) }
    }
    return found
  }
}
