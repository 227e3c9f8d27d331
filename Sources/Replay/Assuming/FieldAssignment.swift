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
    var (tree, schema, rest) = (tree, schema, path)
    var way: [ValueStep] = []
    while !rest.isEmpty {
      let step = try nextStep(of: tree.at(way), &schema, &rest)
      if case .member = step, tree.at(way)?.isRecord != true {
        tree = tree.setting(way, to: .fields([])) ?? tree
      }
      way.append(step)
    }
    let new = try text.map { (text) throws(AssignmentError) in try read(text, schema) }
    guard let changed = tree.setting(way, to: new) else {
      throw AssignmentError(message: "\(name) cannot be absent")
    }
    return changed
  }

  /// Takes the first step of the rest of a path, from a value of this type.
  private func nextStep(
    of value: Value?, _ schema: inout Schema, _ rest: inout Substring
  ) throws(AssignmentError) -> ValueStep {
    switch schema.bare {
    case .record(let fields):
      let member = String(rest.prefix { $0 != "." && $0 != "[" })
      guard let field = fields.first(where: { $0.name == member }) else {
        let known = fields.map { $0.name }
        let list = known.isEmpty ? "it has no fields" : "it has: \(known.joined(separator: ", "))"
        throw AssignmentError(
          message: "\(name) has no field '\(member)'",
          notes: (didYouMean(member, among: known).map { [$0] } ?? []) + [list])
      }
      rest = rest.dropFirst(member.count)
      if rest.isEmpty, text == nil, field.presence == .required {
        throw AssignmentError(message: "\(name) has to have a field '\(member)'")
      }
      if rest.first == "." { rest = rest.dropFirst() }
      schema = field.schema
      return .member(member)
    case .map(let inner):
      // A key may have dots of its own, and the values of maps have no members.
      defer { (schema, rest) = (inner, "") }
      return .member(String(rest))
    case .list(let inner):
      let count = if case .list(let elements)? = value { elements.count } else { 0 }
      guard let (index, behind) = rest.element, (0..<count).contains(index) else {
        throw AssignmentError(
          message: "'\(rest)' names no element",
          notes: ["the list has \(counted(count, "element")), the first one is [0]"])
      }
      (schema, rest) = (inner, behind)
      return .element(index)
    case .nullable, .integer, .boolean, .text, .personal, .open, .instant, .span, .choice:
      throw AssignmentError(message: "\(name) has no field below this one: '\(rest)'")
    }
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
