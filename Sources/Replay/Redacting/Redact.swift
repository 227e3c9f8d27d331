import Diagnostics
import EventSourcing
import JSON
import Simulation
import Traces

/// Writes a trace with pseudonyms in the place of personal values; `sink` takes the bytes in
/// pieces.
///
/// Before the first byte is written, both traces are folded side by side: every effect and every
/// state of the new one has to be that of the old one with other names, and no personal value of
/// the old one may occur in it. Otherwise the place is thrown. Notes are free text, so theirs is
/// left out; state hashes are made anew.
public func redact<S: System>(
  _ input: ReplayInput, as system: S.Type, key: RedactionKey,
  into sink: ([UInt8]) throws -> Void
) throws -> Redaction {
  let pseudonyms = try collectPersonalValues(of: input, as: system, key: key)
  var proof = try Redactor<S>(input, pseudonyms)
  while try proof.next() != nil {}
  var writer = try Redactor<S>(input, pseudonyms)
  while let bytes = try writer.next() { try sink(bytes) }
  return writer.result
}

/// What became of a trace that was redacted.
public struct Redaction: Equatable, Sendable {
  /// How many different personal values have a pseudonym now.
  public internal(set) var values = 0
  /// How many records changed, state hashes included.
  public internal(set) var changed = 0
  /// How many records there are.
  public internal(set) var records = 0
  /// How many notes have lost their text.
  public internal(set) var notes = 0
  /// What was wrong with the trace before, and with what the new one cannot keep.
  public internal(set) var warnings: [Diagnostic] = []
}

/// Finds the personal values that came in from outside.
///
/// A value that the machine itself makes, such as the token of a simulated push service, says
/// nothing about a person, and a replay of the new trace makes it again: it keeps its name.
private func collectPersonalValues<S: System>(
  of input: ReplayInput, as system: S.Type, key: RedactionKey
) throws(Diagnostic) -> Pseudonyms {
  var pseudonyms = Pseudonyms(key: key)
  var made: Set<String> = []
  var reader = try TraceReader<S.Machine>(
    file: input.file, defaults: .of(S.self), source: input.open())
  var engine = Engine<S>(reader.header)
  while let line = try reader.next() {
    var values = PersonalValues()
    try engine.begin(at: line, &reader)
    switch try reader.record(line) {
    case .event(let event)?:
      _ = event.event.fields(&values)
      for value in values.found where !made.contains(value) { pseudonyms.add(value) }
      engine.fold(event)
      var ordered = PersonalValues()
      for effect in engine.effects.ordered { _ = effect.fields(&ordered) }
      for value in ordered.found where !pseudonyms.contains(value) { made.insert(value) }
    case .effect(let effect)?:
      // What only the recorder has seen did not come from this machine.
      _ = effect.effect.fields(&values)
      for value in values.found where !made.contains(value) { pseudonyms.add(value) }
    case .snapshot?:
      _ = try reader.snapshot(line, of: system).fields(&values)
      for value in values.found where !made.contains(value) { pseudonyms.add(value) }
    case .state?, .note?, nil: break
    }
  }
  return pseudonyms
}

/// One pass over a trace that renames what is personal in it, and compares the two behaviours.
private struct Redactor<S: System> {
  private(set) var result = Redaction()

  private let file: String
  private let pseudonyms: Pseudonyms
  private var reader: TraceReader<S.Machine>
  private var writer: TraceWriter<S.Machine>
  private var original: Engine<S>
  private var renamed: Engine<S>
  /// The effects of the last event that no record of the trace has had yet, by their places.
  private var unmatched: [Int] = []
  private var hasEnded = false
  private var lastAt: Instant

  init(_ input: ReplayInput, _ pseudonyms: Pseudonyms) throws(Diagnostic) {
    file = input.file
    self.pseudonyms = pseudonyms
    let namesParties = try hasSeveralParties(input, as: S.self)
    reader = try TraceReader(file: input.file, defaults: .of(S.self), source: input.open())
    var header = reader.header
    lastAt = header.started
    var renamer = Renamer(pseudonyms)
    header.config = header.config.fields(&renamer)
    header.origin = header.origin.map { renamer.text($0) }
    if let left = renamer.left {
      throw Redactor.refusal(left, Place(file: input.file, line: 1, column: 1))
    }
    writer = TraceWriter(header, namesParties: namesParties)
    original = Engine(reader.header)
    renamed = Engine(header)
    result.values = pseudonyms.count
  }

  /// The next bytes of the new trace; `nil` at its end.
  mutating func next() throws(Diagnostic) -> [UInt8]? {
    if hasEnded { return nil }
    while writer.pending < 1 << 16 {
      guard let line = try reader.next() else {
        try finish()
        break
      }
      guard let record = try reader.record(line) else { continue }
      lastAt = record.at
      let place = Place(file: file, line: line.number, column: 1)
      if line.kind == .snapshot {
        try write(try reader.snapshot(line, of: S.self), record, place)
      } else {
        try write(record, at: place)
      }
    }
    return writer.take()
  }

  private mutating func write(
    _ record: LogRecord<S.Machine.Event, S.Machine.Effect>, at place: Place
  ) throws(Diagnostic) {
    result.records += 1
    var renamer = Renamer(pseudonyms)
    let party = renamer.text(record.party)
    let new: LogRecord<S.Machine.Event, S.Machine.Effect>
    switch record {
    case .event(var event):
      original.fold(event)
      unmatched = Array(original.effects.ordered.indices)
      event.party = party
      event.event = event.event.fields(&renamer)
      renamed.fold(event)
      try compareEffects(place)
      new = .event(event)
    case .effect(var effect):
      effect.party = party
      effect.effect = rename(effect.effect, with: &renamer)
      new = .effect(effect)
    case .state(let seq, let at, let old, let hash):
      try compareStates(of: old, as: party, at: at, place)
      // A hash that was wrong stays wrong, so that the same drift is found.
      let isRight = hash == original.hash(of: old, at: at)
      let newHash = renamed.hash(of: party, at: at)
      new = .state(seq: seq, at: at, party: party, hash: isRight ? newHash : newHash ^ 1)
    case .note(let seq, let at, _, let text):
      if !text.isEmpty { result.notes += 1 }
      new = .note(seq: seq, at: at, party: party, text: text.isEmpty ? "" : "redacted")
    case .snapshot: return
    }
    if let left = renamer.left { throw Redactor.refusal(left, place) }
    if new != record { result.changed += 1 }
    writer.append(new)
  }

  /// Writes a snapshot under other names. Where the machine is in the state that it holds, the
  /// renamed machine has to be in it too.
  private mutating func write(
    _ snapshot: EngineSnapshot<S>, _ record: LogRecord<S.Machine.Event, S.Machine.Effect>,
    _ place: Place
  ) throws(Diagnostic) {
    result.records += 1
    var renamer = Renamer(pseudonyms)
    let party = renamer.text(record.party)
    var new = snapshot.fields(&renamer)
    if original.parties.isEmpty {
      original.restore(snapshot, at: record.at)
      renamed.restore(new, at: record.at)
    } else if original.snapshot == snapshot, let own = renamed.snapshot {
      guard pseudonyms.renames(snapshot.value, to: own.value) else {
        throw Diagnostic(
          .redactionChangesBehaviour, "with pseudonyms the machine is in another state here",
          at: place)
      }
      new = own
    }
    if let left = renamer.left { throw Redactor.refusal(left, place) }
    if new != snapshot { result.changed += 1 }
    writer.append(.snapshot(seq: record.seq, at: record.at, party: party, json: new.json))
  }

  private mutating func finish() throws(Diagnostic) {
    hasEnded = true
    for party in original.parties.map(\.name) {
      try compareStates(
        of: party, as: pseudonyms.renamed(party), at: lastAt,
        Place(file: file, line: max(1, result.records + 1), column: 1))
    }
    var integrity = TraceIntegrity()
    integrity.complete(from: reader)
    result.warnings += integrity.diagnostics(file: file)
    switch reader.end {
    case .cut: break
    case .sealed, .wrongHash: writer.finish()
    }
  }

  /// A recorded effect under other names: as the machine orders it where it ordered the old one.
  private mutating func rename(
    _ effect: S.Machine.Effect, with renamer: inout Renamer
  ) -> S.Machine.Effect {
    let written = effect.fields(&renamer)
    let ordered = original.effects.ordered
    guard let place = unmatched.firstIndex(where: { ordered[$0] == effect }) else { return written }
    return renamed.effects.ordered[unmatched.remove(at: place)]
  }

  /// Proves that the last event orders the same under other names.
  private func compareEffects(_ place: Place) throws(Diagnostic) {
    let expected = original.effects.ordered
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
    of old: String, as new: String, at now: Instant, _ place: Place
  ) throws(Diagnostic) {
    guard
      case .fields(let expected) = original.view(of: old, at: now),
      case .fields(let found) = renamed.view(of: new, at: now),
      !pseudonyms.renames(.fields(expected), to: .fields(found))
    else { return }
    let fields = expected.filter { field in
      !found.contains { $0.name == field.name && pseudonyms.renames(field.value, to: $0.value) }
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

extension DiagnosticCode {
  /// A trace whose behaviour depends on what its personal values are.
  public static let redactionChangesBehaviour = DiagnosticCode(
    .run, "T421", "redaction would change the behaviour",
    """
    'redact' folds the trace and its redacted form side by side. At this event the two differ by
    more than the names, so the redacted trace would show something else than the original, and it
    is not written. The machine looks at the value itself there: it is one of a closed list, for
    example, or values are put in the order of their text.

    Shorten the trace to what matters ('pushtrace minimize'), or change that value by hand to
    another one of which the machine thinks the same.
    """)
  /// A personal value that redaction cannot replace.
  public static let personalValueLeft = DiagnosticCode(
    .run, "T422", "a personal value would be left",
    """
    A text that is no personal field, such as a name, a tag or the origin in the header, contains a
    value that is personal elsewhere in the trace. A text that equals such a value is replaced with
    it; inside a longer text it would be left, and the redacted trace is not written. Values of less
    than five bytes are looked for as whole texts alone.

    Change the text by hand and redact again.
    """)
}
