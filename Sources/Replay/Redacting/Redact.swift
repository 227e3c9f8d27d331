import Diagnostics
import EventSourcing
import Simulation
import Traces

/// Writes a trace with pseudonyms in place of personal values; `sink` takes the bytes in pieces.
///
/// Before the first byte is written, both traces are folded side by side: every effect and every
/// state of the new one has to be that of the old one with other names, and no personal value of
/// the old one may occur in it. Otherwise the place is thrown. The text of notes is left out,
/// because it is free text; state hashes are made anew.
public func redact<S: System>(
  _ input: ReplayInput, as system: S.Type, key: RedactionKey,
  into sink: ([UInt8]) throws -> Void
) throws -> Redaction {
  let pseudonyms = try provenPseudonyms(of: input, as: system, key: key)
  var writer = try redacting(input, as: system, pseudonyms)
  try writer.run(into: sink)
  var result = writer.rewriting.result
  result.warnings = writer.ending.warnings(input.file)
  return result
}

/// The outcome of redacting a trace.
public struct Redaction: Equatable, Sendable {
  /// The number of different personal values that have a pseudonym now.
  public internal(set) var values = 0
  /// The number of records that changed, state hashes included.
  public internal(set) var changed = 0
  /// The number of records.
  public internal(set) var records = 0
  /// The number of notes that have lost their text.
  public internal(set) var notes = 0
  /// The faults of the trace before, and the parts that the new one cannot keep.
  public internal(set) var warnings: [Diagnostic] = []
}

private func redacting<S: System>(
  _ input: ReplayInput, as system: S.Type, _ pseudonyms: Pseudonyms
) throws(Diagnostic) -> TraceRewriter<Redactor<S>> {
  try TraceRewriter(input) { (header) throws(Diagnostic) in
    try Redactor(&header, file: input.file, pseudonyms)
  }
}

/// Finds the pseudonyms with which the trace leads to the same.
///
/// A trace that drifts can have a value before the machine makes it, or without the machine's ever
/// ordering it. It shows when the machine has it although nothing told it.
private func provenPseudonyms<S: System>(
  of input: ReplayInput, as system: S.Type, key: RedactionKey
) throws -> Pseudonyms {
  var made: Set<String> = []
  while true {
    let pseudonyms = try collectPersonalValues(
      of: input, as: system, Pseudonyms(key: key, except: made))
    var proof = try redacting(input, as: system, pseudonyms)
    do {
      try proof.run { _ in }
      return pseudonyms
    } catch let refusal as Diagnostic where refusal.code == .redactionChangesBehaviour {
      let found = proof.rewriting.madeValues
      if found.isEmpty { throw refusal }
      made.formUnion(found)
    }
  }
}

/// Finds the personal values that came in from outside.
///
/// A value that the machine itself makes, such as the token of a simulated push service, says
/// nothing about a person, and a replay of the new trace makes it again: it keeps its name.
private func collectPersonalValues<S: System>(
  of input: ReplayInput, as system: S.Type, _ pseudonyms: consuming Pseudonyms
) throws(Diagnostic) -> Pseudonyms {
  var made: Set<String> = []
  var walk = try TraceWalk<S>(input)
  while let line = try walk.next() {
    var values = PersonalValues()
    switch try walk.reader.record(line) {
    case .event(let event)?: _ = event.event.fields(&values)
    // What only the recorder has seen did not come from this machine.
    case .effect(let effect)?: _ = effect.effect.fields(&values)
    case .snapshot?: _ = try walk.reader.snapshot(line, of: system).fields(&values)
    case .state?, .note?, nil: break
    }
    for value in values.found where !made.contains(value) { pseudonyms.add(value) }
    guard try walk.take(line) == .folded else { continue }
    var ordered = PersonalValues()
    for effect in walk.fold.engine.effects.ordered { _ = effect.fields(&ordered) }
    for value in ordered.found where !pseudonyms.contains(value) { made.insert(value) }
  }
  return pseudonyms
}

/// Renames what is personal in a trace, and compares the two behaviours.
private struct Redactor<S: System>: TraceRewriting {
  typealias Entry = LogRecord<S.Machine.Event, S.Machine.Effect>

  private(set) var result = Redaction()

  private let file: String
  private let pseudonyms: Pseudonyms
  private var step = RecordedStep<S.Machine>()
  private var renamed: Engine<S>
  /// The snapshots of the step that is read.
  private var snapshots: [EngineSnapshot<S.Machine>] = []

  init(
    _ header: inout TraceHeader<S.Machine>, file: String, _ pseudonyms: Pseudonyms
  ) throws(Diagnostic) {
    self.file = file
    self.pseudonyms = pseudonyms
    var renamer = Renamer(pseudonyms)
    header.config = header.config.fields(&renamer)
    // No machine reads it; a title may have a value of its row.
    header.origin = header.origin.map { pseudonyms.renamed(inside: $0) }
    renamed = Engine(header)
    result.values = pseudonyms.count
    if let left = renamer.left { throw Redactor.refusal(left, place(1)) }
  }

  /// The personal values that the renamed machine has under the names that they had.
  var madeValues: [String] {
    var values = PersonalValues()
    for effect in renamed.effects.ordered { _ = effect.fields(&values) }
    _ = renamed.snapshot?.fields(&values)
    return pseudonyms.values(among: values.found)
  }

  private func place(_ line: Int) -> Place { Place(file: file, line: line, column: 1) }

  mutating func take(_ line: TraceLine, in pass: inout RewritingPass<S>) throws(Diagnostic) {
    if line.kind == .event { try write(pass.walk.close(&step), in: &pass) }
    if line.kind == .snapshot {
      snapshots.append(try pass.walk.reader.snapshot(line, of: S.self))
    }
    try pass.walk.take(line, into: &step)
  }

  mutating func finish(_ pass: inout RewritingPass<S>) throws(Diagnostic) {
    let engine = pass.walk.fold.engine
    try write(pass.walk.close(&step), in: &pass)
    for party in engine.parties.map(\.name) {
      try compareStates(
        of: party, in: engine, as: pseudonyms.renamed(party), at: pass.trace.at,
        place(max(1, result.records + 1)))
    }
    // A torn line may hold anything.
    pass.trace.end(like: pass.walk.reader, keepsTornLine: false)
  }

  // MARK: - Records

  private mutating func write(
    _ step: RecordedStep<S.Machine>, in pass: inout RewritingPass<S>
  ) throws(Diagnostic) {
    if let event = step.event {
      try write(.init(record: .event(event), line: step.line), of: step, in: &pass)
    }
    for entry in step.entries { try write(entry, of: step, in: &pass) }
  }

  private mutating func write(
    _ entry: RecordedStep<S.Machine>.Entry, of step: RecordedStep<S.Machine>,
    in pass: inout RewritingPass<S>
  ) throws(Diagnostic) {
    result.records += 1
    var renamer = Renamer(pseudonyms)
    let new = try renamed(entry, of: step, pass.walk.fold.engine, with: &renamer)
    if let left = renamer.left { throw Redactor.refusal(left, place(entry.line)) }
    if new != entry.record { result.changed += 1 }
    pass.trace.keep(new)
  }

  private mutating func renamed(
    _ entry: RecordedStep<S.Machine>.Entry, of step: RecordedStep<S.Machine>, _ engine: Engine<S>,
    with renamer: inout Renamer
  ) throws(Diagnostic) -> Entry {
    let party = renamer.text(entry.record.party)
    switch entry.record {
    case .event(var event):
      event.party = party
      event.event = event.event.fields(&renamer)
      if var folded = step.folded {
        folded.party = party
        folded.event = folded.event.fields(&renamer)
        renamed.fold(folded)
        try compareEffects(of: step, place(entry.line))
      }
      return .event(event)
    case .effect(var effect):
      effect.party = party
      let old = effect.effect
      effect.effect = old.fields(&renamer)
      if let place = entry.place, old.isSame(as: step.ordered[place]) {
        // What the machine puts in order by its text has the order of the new names.
        let new = renamed.effects.ordered[place]
        effect.effect = old.request.map { new.renumbered($0) } ?? new
      }
      return .effect(effect)
    case .state(let seq, let at, let old, let hash):
      try compareStates(of: old, in: engine, as: party, at: at, place(entry.line))
      // A hash that was wrong stays wrong, so that the same drift is found.
      let isRight = hash == engine.hash(of: old, at: at)
      let newHash = renamed.hash(of: party, at: at)
      return .state(seq: seq, at: at, party: party, hash: isRight ? newHash : newHash ^ 1)
    case .note(let seq, let at, _, let text):
      if !text.isEmpty { result.notes += 1 }
      return .note(seq: seq, at: at, party: party, text: text.isEmpty ? "" : "redacted")
    case .snapshot(let seq, let at, _, _):
      let json = try renamedSnapshot(of: engine, at: at, place(entry.line), with: &renamer).json
      return .snapshot(seq: seq, at: at, party: party, json: json)
    }
  }

  /// The next snapshot under other names. Where the machine is in the state that it holds, the
  /// renamed machine has to be in it too.
  private mutating func renamedSnapshot(
    of engine: Engine<S>, at now: Instant, _ place: Place, with renamer: inout Renamer
  ) throws(Diagnostic) -> EngineSnapshot<S.Machine> {
    let snapshot = snapshots.removeFirst()
    let new = snapshot.fields(&renamer)
    if renamed.parties.isEmpty {
      renamed.restore(new, at: now)
    } else if engine.snapshot == snapshot, let own = renamed.snapshot {
      guard pseudonyms.renames(snapshot.value, to: own.value) else {
        throw Diagnostic(
          .redactionChangesBehaviour, "with pseudonyms the machine is in another state here",
          at: place)
      }
      return own
    }
    return new
  }

  /// Proves that the last event orders the same under other names.
  private func compareEffects(
    of step: RecordedStep<S.Machine>, _ place: Place
  ) throws(Diagnostic) {
    let expected = step.ordered
    let found = renamed.effects.ordered
    let differing = zip(expected, found).first { old, new in
      var renamer = Renamer(pseudonyms)
      return old.fields(&renamer) != new
        && (old.name != new.name || !pseudonyms.renames(old.value, to: new.value))
    }
    if expected.count == found.count, differing == nil { return }
    throw Diagnostic(
      .redactionChangesBehaviour, "with pseudonyms this event leads to other effects", at: place,
      notes: [
        "before: \(names(expected))", "after: \(names(found))",
        differing.map { "the first that differs: \($0.0.name.text)" },
      ].compactMap { $0 })
  }

  /// Proves that the state of a party is the same under other names.
  private func compareStates(
    of old: String, in engine: Engine<S>, as new: String, at now: Instant, _ place: Place
  ) throws(Diagnostic) {
    let (expected, found) = (engine.view(of: old, at: now), renamed.view(of: new, at: now))
    if pseudonyms.renames(state: expected, to: found) { return }
    let fields = expected.members.filter { field in
      !found.members.contains {
        $0.name == field.name && pseudonyms.renames(state: field.value, to: $0.value)
      }
    }
    throw Diagnostic(
      .redactionChangesBehaviour, "with pseudonyms the state of '\(old)' is another one",
      at: place, notes: ["what differs: \(fields.map(\.name).joined(separator: ", "))"])
  }

  private func names(_ effects: [S.Machine.Effect]) -> String {
    effects.isEmpty ? "none" : effects.map(\.name.text.description).joined(separator: ", ")
  }

  private static func refusal(_ left: (value: String, field: String), _ place: Place) -> Diagnostic
  {
    let field = left.field.isEmpty ? "a name" : "'\(left.field)'"
    return Diagnostic(
      .personalValueLeft, "\(field) contains a personal value as a part of longer text", at: place,
      notes: [
        "the value has \(left.value.count) characters and is personal elsewhere in the trace",
        "help: change this text by hand, then redact again",
      ])
  }
}
