import Diagnostics
import EventSourcing
import JSON

extension TraceReader {
  /// Reads the event of `line`; `nil` where a lenient reader passes over it.
  public mutating func event(_ line: TraceLine) throws(Diagnostic) -> RecordedEvent<Machine.Event>?
  {
    let name = events[content(of: line)]
    guard let event = try value(of: line, as: name, or: { $0.events }, what: "event") else {
      return nil
    }
    if case .harness? = name?.role, try !hasKnownProfile(event, line) { return nil }
    return RecordedEvent(
      seq: line.seq, at: line.at, party: party, cause: line.cause, event: event)
  }

  /// Reads the effect of `line`; `nil` where a lenient reader passes over it.
  ///
  /// An effect that names no cause belongs to the event before it.
  public mutating func effect(
    _ line: TraceLine
  ) throws(Diagnostic) -> RecordedEffect<Machine.Effect>? {
    let name = effects[content(of: line)]
    guard let effect = try value(of: line, as: name, or: { $0.effects }, what: "effect") else {
      return nil
    }
    return RecordedEffect(
      seq: line.seq, at: line.at, party: party, cause: line.cause ?? lastEvent, effect: effect)
  }

  /// Whether an event of the harness sets readings under a profile of the system.
  private mutating func hasKnownProfile(
    _ event: Machine.Event, _ line: TraceLine
  ) throws(Diagnostic) -> Bool {
    guard let profile = event.value["profile"]?.text, !profiles.isEmpty,
      !profiles.contains(profile)
    else { return true }
    let error = JSONError(
      .unknown("unknown profile '\(profile)'", profile, among: profiles),
      at: line.data.lowerBound, to: line.data.upperBound)
    guard lenient else { throw diagnostic(error) }
    passOver(error)
    return false
  }

  /// The name of the effect of `line`; `nil` where it is unknown.
  public func effectName(_ line: TraceLine) -> Machine.Effect.Name? {
    effects[content(of: line)]
  }

  /// Whether `line` records exactly `effect`; a line in our writer's form is not read for that.
  public mutating func records(
    _ effect: Machine.Effect, in line: TraceLine
  ) throws(Diagnostic) -> Bool {
    if line.isOwnForm, isSame(effect.name.text, content(of: line)) {
      var matcher = JSONMatcher(
        into: ByteComparison(with: bytes, from: line.data.lowerBound))
      matcher.data(effect)
      if matcher.sink.agrees(upTo: line.data.upperBound) { return true }
    }
    return try self.effect(line)?.effect == effect
  }

  /// The state hash of `line`.
  public func stateHash(_ line: TraceLine) throws(Diagnostic) -> UInt64 {
    do {
      return try readHash(line.content, in: JSONScanner(bytes))
    } catch {
      throw diagnostic(error)
    }
  }

  /// Reads whatever `line` records; `nil` where a lenient reader passes over it.
  public mutating func record(
    _ line: TraceLine
  ) throws(Diagnostic) -> LogRecord<Machine.Event, Machine.Effect>? {
    switch line.kind {
    case .event:
      guard let event = try event(line) else { return nil }
      return .event(event)
    case .effect:
      guard let effect = try effect(line) else { return nil }
      return .effect(effect)
    case .state:
      return .state(seq: line.seq, at: line.at, party: party, hash: try stateHash(line))
    case .note:
      let text = JSONScanner(bytes).text(line.content)
      return .note(seq: line.seq, at: line.at, party: party, text: text)
    case .snapshot:
      let json = String(decoding: bytes[line.data], as: UTF8.self)
      return .snapshot(seq: line.seq, at: line.at, party: party, json: json)
    }
  }

  /// The name of the event or effect of `line`; `state`, `note` and `snapshot` for the others.
  public func name(of line: TraceLine) -> String {
    switch line.kind {
    case .event, .effect: JSONScanner(bytes).text(line.content)
    case .state, .note, .snapshot: line.kind.rawValue
    }
  }

  private func content(of line: TraceLine) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[line.content.start..<line.content.end])
  }

  /// Reads a line in our writer's form as the case `name`, and any other line the careful way.
  ///
  /// The table is asked for where it is needed only: passed on, it would be retained each time.
  @inline(__always)
  private mutating func value<V: Vocabulary>(
    of line: TraceLine, as name: V.Name?, or table: (Self) -> CaseTable<V>, what: String
  ) throws(Diagnostic) -> V? {
    if let name, line.isOwnForm {
      reader.scanner = JSONScanner(bytes, from: line.data.lowerBound)
      reader.anyOrder = false
      // Whatever is wrong is found again, with the right place, by the careful way.
      let value = try? reader.data(like: V.sample(of: name))
      if let value, reader.scanner.position == line.data.upperBound { return value }
    }
    return try carefulValue(of: line, in: table(self), what: what)
  }

  private mutating func carefulValue<V: Vocabulary>(
    of line: TraceLine, in table: CaseTable<V>, what: String
  ) throws(Diagnostic) -> V? {
    do {
      let value = try slowValue(of: line, in: table, what: what)
      noteUnknownFields()
      return value
    } catch {
      guard lenient, error.isUnknownName else { throw diagnostic(error) }
      passOver(error)
      return nil
    }
  }

  /// Reads the line with the members of its data in any order; its own are found again where they
  /// were only taken to be in our writer's form.
  private mutating func slowValue<V: Vocabulary>(
    of line: TraceLine, in table: CaseTable<V>, what: String
  ) throws(JSONError) -> V {
    var found = line
    if line.isOwnForm {
      guard case .record(let record) = try anyEnvelope() else {
        throw JSONError(.expected("a record"), at: 0, to: bytes.count)
      }
      found = record
    }
    var name = table[content(of: found)]
    if found.content.escaped {
      name = Array(self.name(of: found).utf8).withUnsafeBufferPointer { table[$0] }
    }
    guard let known = name else {
      let name = self.name(of: found)
      throw JSONError(
        .unknown("unknown \(what) '\(name)'", name, among: table.names),
        at: found.content.start, to: found.content.end)
    }
    let sample = V.sample(of: known)
    reader.anyOrder = true
    reader.lenient = lenient
    if found.data.isEmpty { return try emptyData(like: sample, at: found.content) }
    reader.scanner = JSONScanner(bytes, from: found.data.lowerBound)
    reader.place = found.member
    // A line may be read more than once.
    for place in reader.members.indices { reader.members[place].isRead = false }
    return try reader.data(like: sample)
  }

  /// A record without `data` has no fields.
  private func emptyData<V: Vocabulary>(
    like sample: V, at place: JSONString
  ) throws(JSONError) -> V {
    do throws(JSONError) {
      return try JSONReader.read(Array("{}".utf8)) { reader throws(JSONError) in
        try reader.data(like: sample)
      }
    } catch {
      throw JSONError(error.problem, at: place.start, to: place.end)
    }
  }

  private mutating func noteUnknownFields() {
    for name in reader.unknown {
      passOver(JSONError(.unknown("unknown field '\(name)'", meant: nil, proposal: ""), at: 0))
    }
    reader.unknown.removeAll()
  }

  /// The members of the line read last in any order; a lenient reader passes over unknown ones.
  mutating func anyEnvelope() throws(JSONError) -> Envelope {
    reader.scanner = JSONScanner(bytes)
    guard lenient else { return try reader.envelope() }
    var unknown: [JSONError] = []
    let envelope = try reader.envelope { unknown.append($0) }
    for error in unknown { passOver(error) }
    return envelope
  }

  /// Counts what a lenient reader does not know, each name of a line once.
  mutating func passOver(_ error: JSONError) {
    guard passedOver.insert(error).inserted else { return }
    var warning = diagnostic(error)
    warning.severity = .warning
    ending.passedOver.append(warning)
  }
}

extension TraceReader {
  /// Whether `line` holds exactly `snapshot`; a line in our writer's form is not read for that.
  public mutating func records<R: Record>(
    _ snapshot: R, in line: TraceLine
  ) throws(Diagnostic) -> Bool {
    if isCanonical(snapshot, in: line) { return true }
    return try self.snapshot(line, like: snapshot) == snapshot
  }

  /// Reads the snapshot of `line` as a record like `sample`.
  ///
  /// A snapshot that is not written as it was read is refused: the machine could not have such a
  /// state.
  public mutating func snapshot<R: Record>(
    _ line: TraceLine, like sample: R
  ) throws(Diagnostic) -> R {
    reader.scanner = JSONScanner(bytes, from: line.data.lowerBound)
    reader.anyOrder = false
    // Whatever is wrong is found again, with the right place, by the careful way.
    if let quick = try? reader.record(sample), isCanonical(quick, in: line) { return quick }
    do {
      let (value, isSound) = try carefulSnapshot(line, like: sample)
      if isSound { return value }
    } catch {
      throw diagnostic(error)
    }
    throw refusal("read and written again, it is another one")
  }

  package func refusal(_ reason: String) -> Diagnostic {
    Diagnostic(
      .wrongSnapshot, "this snapshot holds no state that the machine could have", at: wholeLine,
      notes: [reason])
  }

  private func isCanonical<R: Record>(_ snapshot: R, in line: TraceLine) -> Bool {
    var matcher = JSONMatcher(into: ByteComparison(with: bytes, from: line.data.lowerBound))
    _ = matcher.record(snapshot)
    return matcher.sink.agrees(upTo: line.data.upperBound)
  }

  /// The snapshot with its members in any order, and whether it is written as it was read.
  private mutating func carefulSnapshot<R: Record>(
    _ line: TraceLine, like sample: R
  ) throws(JSONError) -> (R, Bool) {
    var found = line
    if line.isOwnForm, case .record(let record) = try anyEnvelope() { found = record }
    reader.members.removeAll(keepingCapacity: true)
    reader.anyOrder = true
    reader.lenient = false
    reader.scanner = JSONScanner(bytes, from: found.data.lowerBound)
    let value = try reader.record(sample)
    var source = JSONScanner(bytes, from: found.data.lowerBound)
    return (value, try source.tree().inOrder == JSONTree(canonicalJSON(of: value)).inOrder)
  }
}

extension JSONTree {
  /// The same value with the members of objects by name, and without those that are null.
  fileprivate var inOrder: JSONTree {
    switch self {
    case .object(let members):
      .object(
        members.filter { $0.value != .null }.map { Member($0.name, $0.value.inOrder) }
          .sorted { precedes($0.name, $1.name) })
    case .list(let elements): .list(elements.map { $0.inOrder })
    case .text, .number, .boolean, .null: self
    }
  }
}
