import Diagnostics
import EventSourcing
import Simulation
import Traces

/// Judges a log that begins in the middle of its devices' lives: only what all possible earlier
/// lives agree on can be known.
///
/// A recorded effect is compared in the fields in which all lives that order it agree, where most
/// of them do. An effect that every life orders has to be there, as long as some life explains
/// everything that happened. After an answer to a request from before the log, everything is
/// unknown again.
struct UnknownHistory<S: System> {
  typealias Recorded = EffectBatch<S.Machine>.Recorded

  /// The number of recorded effects compared in at least one field.
  private(set) var compared: Int64 = 0
  private(set) var notCompared: Int64 = 0

  private let pool: EventPool<S>
  private var lives: EarlierLives<S>
  private var devices: [String: [EarlierLife<S>]] = [:]
  /// The devices to which something happened that no life explains.
  private var unlike: Set<String> = []
  /// The last event by which the harness set readings.
  private var readings: RecordedEvent<S.Machine.Event>?
  /// The numbers of times that the lives of a device were drawn.
  private var draws: [String: Int] = [:]

  /// The greatest number of draws for a device: after more, its past stays unknown.
  private static var limit: Int { 16 }

  init(_ input: ReplayInput, _ options: ReplayOptions, _ header: TraceHeader<S.Machine>)
    throws(Diagnostic)
  {
    pool = try EventPool(input, options)
    lives = EarlierLives(
      header: header, override: Engine<S>.override(options.override), pool: pool)
  }

  /// Folds an event of the log in all lives of its device.
  mutating func happen(_ record: RecordedEvent<S.Machine.Event>) {
    let party = record.party
    if S.backends.contains(party) { return }
    let role = record.event.name.role
    if case .harness = role {
      readings = record
      if devices[party] == nil { return }
    }
    if devices[party] == nil { draw(party, until: record.at) }
    guard var own = devices[party], !own.isEmpty else { return }
    devices[party] = []
    var isExplained = false
    for index in own.indices where own[index].fold(record, isInside: role == .inside) {
      isExplained = true
    }
    devices[party] = own
    if isExplained { return }
    if record.event.request == nil {
      unlike.insert(party)
    } else {
      draw(party, until: record.at)
    }
  }

  /// Makes everything about a device unknown.
  private mutating func draw(_ party: String, until now: Instant) {
    draws[party, default: 0] += 1
    unlike.remove(party)
    guard draws[party, default: 0] <= UnknownHistory.limit else { return devices[party] = [] }
    var own = lives.draw(of: party, until: now)
    if var readings {
      readings.party = party
      for index in own.indices { _ = own[index].fold(readings, isInside: false) }
    }
    devices[party] = own
  }

  /// The differences between the effects that follow an event in the log and what all lives order.
  ///
  /// Effects are matched by name and number and not paired: twenty lives rarely agree on more.
  mutating func differences(
    in batch: EffectBatch<S.Machine>, cutShort: Bool
  ) -> [EffectDifference] {
    guard let event = batch.event else { return [] }
    let recorded = batch.differing
    guard var own = devices[event.party], !own.isEmpty else {
      notCompared += Int64(recorded.count)
      return []
    }
    var found: [EffectDifference] = []
    let names = names(recorded, own)
    notCompared += Int64(recorded.count { !names.contains($0.effect.effect.name) })
    for name in names {
      let theirs = own.map { life in life.ordered.filter { $0.name == name } }
      let effects = recorded.filter { $0.effect.effect.name == name }
      for (number, effect) in effects.enumerated() {
        for index in own.indices {
          own[index].made(theirs[index].dropFirst(number).first, as: effect.effect)
        }
      }
      if effects.count > theirs.map({ $0.count }).max() ?? 0 { unlike.insert(event.party) }
      found += differences(name, effects, theirs, event, cutShort: cutShort)
    }
    devices[event.party] = own
    return found
  }

  /// The names of the requests and timers that are recorded or ordered. What the app is shown
  /// follows from all that was ever downloaded, which no number of lives covers.
  private func names(
    _ recorded: [Recorded], _ lives: [EarlierLife<S>]
  ) -> [S.Machine.Effect.Name] {
    let all = recorded.map { $0.effect.effect.name } + lives.flatMap { $0.ordered.map { $0.name } }
    return all.eachOnce().filter { $0.role == .request || $0.role == .timer }
  }

  private mutating func differences(
    _ name: S.Machine.Effect.Name, _ recorded: [Recorded], _ ordered: [[S.Machine.Effect]],
    _ event: ErasedRecord, cutShort: Bool
  ) -> [EffectDifference] {
    let counts = ordered.map { $0.count }
    let isCertain =
      !unlike.contains(event.party) && pool.effects.contains(name)
      && counts.allSatisfy { $0 == counts.first && $0 > 0 }
    var found: [EffectDifference] = []
    for number in 0..<max(recorded.count, isCertain ? counts[0] : 0) {
      let same = ordered.compactMap { number < $0.count ? $0[number].value : nil }
      guard number < recorded.count else {
        let ordered = ErasedRecord(
          seq: event.seq, at: event.at, party: event.party, kind: .effect, name: name.description,
          fields: agreed(same) ?? .fields([]))
        if cutShort { continue }
        found.append(
          EffectDifference(kind: .missing, event: event, recorded: nil, ordered: ordered))
        continue
      }
      guard 2 * same.count > ordered.count else {
        notCompared += 1
        continue
      }
      compared += 1
      // Embedded Swift makes no optional values of an array by itself.
      let differing = agreedDifferences(
        recorded[number].effect.effect.value, same.map { Optional($0) })
      if differing.isEmpty { continue }
      let record = ErasedRecord(recorded[number].effect, line: recorded[number].line)
      found.append(
        EffectDifference(
          kind: .altered, event: event, recorded: record, ordered: nil, known: differing))
    }
    return found
  }
}

/// One way in which a device may have lived before its log begins, folded on with the log.
struct EarlierLife<S: System> {
  /// The machine after that life and the events of the log so far.
  private(set) var engine: Engine<S>
  private var answers = AnswerMap(keeping: 256)

  init(_ engine: Engine<S>) { self.engine = engine }

  var ordered: [S.Machine.Effect] { engine.effects.ordered }

  /// Folds an event of the log.
  ///
  /// - Returns: Whether it was folded; one from inside follows from what this life may not have
  ///   ordered.
  mutating func fold(_ record: RecordedEvent<S.Machine.Event>, isInside: Bool) -> Bool {
    if !isInside {
      engine.fold(record)
      return true
    }
    let answer =
      record.event.request == nil ? answers[record.cause ?? 0] : answers[requestOf: record]
    guard answer != nil, let taken = answer.taking(record) else { return false }
    engine.fold(taken)
    return true
  }

  /// Remembers the effect that this life ordered where the log has `recorded`, if it did.
  mutating func made(
    _ effect: S.Machine.Effect?, as recorded: RecordedEffect<S.Machine.Effect>
  ) {
    let own: AnswerMap.Answer =
      if let effect { effect.request.map { .to($0) } ?? .asRecorded } else { .orphaned }
    answers.add(recorded.seq, of: recorded.party, request: recorded.effect.request, now: own)
  }
}

/// Compares `recorded` with `values`, those of all lives: gives the fields on whose value these
/// agree, and which it has otherwise.
private func agreedDifferences(
  _ recorded: Value?, _ values: [Value?], path: String = ""
) -> [FieldDifference] {
  guard let first = values.first else { return [] }
  if values.allSatisfy({ $0 == first }) {
    return differences(recorded: recorded, computed: first, path: path)
  }
  guard values.allSatisfy({ $0?.isRecord ?? false }) else { return [] }
  return values.flatMap { $0?.members ?? [] }.map { $0.name }.eachOnce().flatMap { name in
    agreedDifferences(
      recorded?[name], values.map { $0?[name] }, path: path.isEmpty ? name : "\(path).\(name)")
  }
}

/// Finds the value on which all agree; of records the fields with such a value.
private func agreed(_ values: [Value]) -> Value? {
  guard let first = values.first else { return nil }
  if values.allSatisfy({ $0 == first }) { return first }
  guard values.allSatisfy({ $0.isRecord }) else { return nil }
  return .fields(
    first.members.compactMap { member in
      let inner = values.compactMap { $0[member.name] }
      guard inner.count == values.count, let value = agreed(inner) else { return nil }
      return Value.Field(name: member.name, value: value)
    })
}
