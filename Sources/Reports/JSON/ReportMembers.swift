import JSON

/// The description of what is written of a value: its members in order, each with a sentence.
///
///     static let reported = ReportMembers<Drift> { drift in
///       drift("seq", \.seq, "The record concerned.")
///       drift("recorded", \.recorded, "The value in the trace.")
///     }
package struct ReportMembers<Root>: Sendable {
  /// Writes one member of a value, or nothing where it is left out.
  package typealias Writer = @Sendable (Root, inout JSONOutput) -> Void

  /// The members without their values.
  package private(set) var fields: [ReportForm.Field] = []
  private var writers: [Writer] = []

  /// Describes a value member by member.
  package init(_ describe: (inout ReportMembers) -> Void) { describe(&self) }

  /// Writes the members into the object that is open.
  package func write(_ root: Root, to json: inout JSONOutput) {
    for write in writers { write(root, &json) }
  }

  /// Describes a member that is always there.
  package mutating func callAsFunction<T: Reported>(
    _ name: String, _ value: @escaping @Sendable (Root) -> T, _ summary: String = "",
    form: ReportForm = T.form
  ) {
    add(name, form, summary) { root, json in json.member(name) { value(root).write(to: &$0) } }
  }

  /// Describes a member that is left out where it has no value.
  package mutating func callAsFunction<T: Reported>(
    _ name: String, _ value: @escaping @Sendable (Root) -> T?, _ summary: String = "",
    form: ReportForm = T.form
  ) {
    add(name, form, summary, isRequired: false) { root, json in
      if let value = value(root) { json.member(name) { value.write(to: &$0) } }
    }
  }

  /// Describes a member that is `null` where it has no value.
  package mutating func nullable<T: Reported>(
    _ name: String, _ value: @escaping @Sendable (Root) -> T?, _ summary: String = ""
  ) {
    add(name, .nullable(T.form), summary) { root, json in
      json.member(name) { json in
        if let value = value(root) { value.write(to: &json) } else { json.element(nil as String?) }
      }
    }
  }

  /// Describes a list whose elements `write` writes one after the other, as it is never whole in
  /// memory.
  package mutating func stream<T: Reported>(
    _ name: String, of type: T.Type, _ summary: String,
    _ write: @escaping Writer
  ) {
    add(name, .list(T.form), summary) { root, json in json.list(name) { write(root, &$0) } }
  }

  /// Describes a list, and here the members of its elements.
  package mutating func list<T>(
    _ name: String, _ values: @escaping @Sendable (Root) -> [T], _ summary: String = "",
    _ describe: (inout ReportMembers<T>) -> Void
  ) {
    let members = ReportMembers<T>(describe)
    add(name, .list(.record(members.fields)), summary) { root, json in
      json.list(name) { list in
        for value in values(root) { list.object { members.write(value, to: &$0) } }
      }
    }
  }

  /// Describes an object, and here its members.
  package mutating func object<T>(
    _ name: String, _ value: @escaping @Sendable (Root) -> T, _ summary: String = "",
    _ describe: (inout ReportMembers<T>) -> Void
  ) {
    let members = ReportMembers<T>(describe)
    add(name, .record(members.fields), summary) { root, json in
      json.object(name) { members.write(value(root), to: &$0) }
    }
  }

  /// Describes an object that is left out where it has no value, and here its members.
  package mutating func object<T>(
    _ name: String, ifPresent value: @escaping @Sendable (Root) -> T?, _ summary: String = "",
    _ describe: (inout ReportMembers<T>) -> Void
  ) {
    let members = ReportMembers<T>(describe)
    add(name, .record(members.fields), summary, isRequired: false) { root, json in
      if let value = value(root) { json.object(name) { members.write(value, to: &$0) } }
    }
  }

  /// Takes the members of a part as members of the whole.
  package mutating func include<T: ReportedRecord>(_ part: @escaping @Sendable (Root) -> T) {
    include(T.reported, isRequired: true, part)
  }

  /// Takes the members of a part, where there is one, as members of the whole.
  package mutating func include<T: ReportedRecord>(
    ifPresent part: @escaping @Sendable (Root) -> T?
  ) {
    include(T.reported, isRequired: false, part)
  }

  private mutating func include<T>(
    _ members: ReportMembers<T>, isRequired: Bool, _ part: @escaping @Sendable (Root) -> T?
  ) {
    for (field, write) in zip(members.fields, members.writers) {
      add(
        field.name, field.form, field.summary, isRequired: isRequired && field.isRequired
      ) { root, json in
        if let part = part(root) { write(part, &json) }
      }
    }
  }

  private mutating func add(
    _ name: String, _ form: ReportForm, _ summary: String, isRequired: Bool = true,
    _ write: @escaping Writer
  ) {
    fields.append(
      ReportForm.Field(name: name, summary: summary, form: form, isRequired: isRequired))
    writers.append(write)
  }
}
