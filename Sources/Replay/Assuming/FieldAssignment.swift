import Diagnostics
import EventSourcing
import JSON
import Traces

package struct AssignmentError: Error, Equatable {
  package var message: String
  package var notes: [String] = []
}

extension Vocabulary {
  /// This event or effect with another value in one of its fields; the description says what the
  /// text has to be.
  ///
  /// Instants are durations from `start`, dates or milliseconds; `null` is no value where there may
  /// be none.
  package func setting(
    _ path: String, to text: String, from start: Instant
  ) throws(AssignmentError) -> Self {
    let schema = Schema.record(Self.schema(of: name).fields)
    let assignment = FieldAssignment(name: name.description, text: text, start: start)
    let changed = try assignment.changed(value, schema, at: path[...])
    let result = changed.read { (reader) throws(JSONError) in try reader.data(like: self) }
    guard let result else {
      throw AssignmentError(message: "\(name) cannot have \(path) = \(text)")
    }
    return result
  }
}

extension Value {
  /// The tree of a record with another value in one of its fields, such as a reading.
  package func setting(
    _ path: String, to text: String, as schema: Schema
  ) throws(AssignmentError) -> Value {
    let start = Instant(milliseconds: 0)
    return try FieldAssignment(name: "the record", text: text, start: start)
      .changed(self, schema, at: path[...])
  }
}

/// One value that takes the place of another one in a tree.
struct FieldAssignment {
  /// The name of the event, for messages.
  let name: String
  /// The value; `nil` for none.
  let text: String?
  /// The instant from which written instants count.
  let start: Instant

  /// The tree with the value in its place.
  func changed(
    _ tree: Value, _ schema: Schema, at path: Substring
  ) throws(AssignmentError) -> Value {
    guard let changed = try apply(to: tree, schema, at: path) else {
      throw AssignmentError(message: "\(name) cannot be absent")
    }
    return changed
  }

  /// The value with the change below it; `nil` where it is taken away.
  private func apply(
    to value: Value?, _ schema: Schema, at path: Substring
  ) throws(AssignmentError) -> Value? {
    if path.isEmpty {
      return try text.map { (text) throws(AssignmentError) in try read(text, schema) }
    }
    switch schema {
    case .nullable(let inner): return try apply(to: value == .null ? nil : value, inner, at: path)
    case .record(let fields): return try setMember(of: value, fields, at: path)
    case .map(let inner):
      // A key may have dots of its own, and the values of maps have no members.
      return try member(named: String(path), of: value, inner, at: "")
    case .list(let inner): return try setElement(of: value, inner, at: path)
    case .integer, .boolean, .text, .personal, .open, .instant, .span, .choice:
      throw AssignmentError(message: "\(name) has no field below this one: '\(path)'")
    }
  }

  private func setMember(
    of value: Value?, _ fields: [Schema.Field], at path: Substring
  ) throws(AssignmentError) -> Value {
    let end = path.firstIndex { $0 == "." || $0 == "[" } ?? path.endIndex
    let member = String(path[..<end])
    guard let field = fields.first(where: { $0.name == member }) else {
      let known = fields.map { $0.name }
      let list = known.isEmpty ? "it has no fields" : "it has: \(known.joined(separator: ", "))"
      throw AssignmentError(
        message: "\(name) has no field '\(member)'",
        notes: (didYouMean(member, among: known).map { [$0] } ?? []) + [list])
    }
    let rest = path[end...]
    if rest.isEmpty, text == nil, field.presence == .required {
      throw AssignmentError(message: "\(name) has to have a field '\(member)'")
    }
    return try self.member(
      named: member, of: value, field.schema, at: rest.first == "." ? rest.dropFirst() : rest)
  }

  private func member(
    named member: String, of value: Value?, _ schema: Schema, at rest: Substring
  ) throws(AssignmentError) -> Value {
    let changed = try apply(to: value?[member], schema, at: rest)
    var tree = Value.fields([])
    if case .fields? = value, let value { tree = value }
    return tree.setting([.member(member)], to: changed) ?? tree
  }

  private func setElement(
    of value: Value?, _ schema: Schema, at path: Substring
  ) throws(AssignmentError) -> Value {
    var elements: [Value] = []
    if case .list(let present)? = value { elements = present }
    guard let (index, rest) = path.element, elements.indices.contains(index) else {
      throw AssignmentError(
        message: "'\(path)' names no element",
        notes: ["the list has \(counted(elements.count, "element")), the first one is [0]"])
    }
    let changed = try apply(to: elements[index], schema, at: rest)
    let list = Value.list(elements)
    return list.setting([.element(index)], to: changed) ?? list
  }

  private func read(_ text: String, _ schema: Schema) throws(AssignmentError) -> Value {
    switch schema {
    case .nullable(let inner): return text == "null" ? .null : try read(text, inner)
    case .text, .personal, .open: return .text(text)
    case .boolean:
      if text == "true" || text == "false" { return .boolean(text == "true") }
      throw wrong(text, "true or false")
    case .integer:
      if let number = Int64(text) { return .integer(number) }
      throw wrong(text, "a whole number")
    case .span:
      if let span = TimeSpan(text: text) { return .span(span) }
      if let number = Int64(text) { return .integer(number) }
      throw wrong(text, "a duration such as 1m30s")
    case .instant:
      if let span = TimeSpan(text: text) { return .instant(start + span) }
      if let number = Int64(text) { return .integer(number) }
      throw wrong(text, "a duration from the start such as 1m30s")
    case .choice(let options):
      let names = options.map { $0.name }
      if names.contains(text) { return .text(text) }
      throw AssignmentError(
        message: "'\(text)' is none of \(names.joined(separator: ", "))",
        notes: didYouMean(text, among: names).map { [$0] } ?? [])
    case .list where text == "[]": return .list([])
    case .record, .list, .map:
      throw AssignmentError(
        message: "this field has members", notes: ["set one of them, as in FIELD.MEMBER=VALUE"])
    }
  }

  private func wrong(_ text: String, _ wanted: String) -> AssignmentError {
    AssignmentError(message: "'\(text)' is not \(wanted)")
  }
}
