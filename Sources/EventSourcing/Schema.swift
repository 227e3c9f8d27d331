/// The type of a described value, for reading matchers, "did you mean" and documentation.
public enum Schema: Hashable, Sendable {
  case integer, boolean, text, personal, open, instant, span
  /// One of these names.
  case choice([Option])
  /// A value that may be `null`.
  indirect case nullable(Schema)
  /// Values of one type in order.
  indirect case list(Schema)
  /// Values of one type by name.
  indirect case map(Schema)
  /// Named fields.
  case record([Field])

  /// One name of a closed set.
  public struct Option: Hashable, Sendable {
    /// The name in YAML and JSON.
    public let name: String
    /// The meaning in one sentence; empty where the name says it.
    public let summary: String
  }

  /// One named field.
  public struct Field: Hashable, Sendable {
    /// The name in YAML and JSON.
    public let name: String
    /// The meaning in one sentence; empty where the name says it.
    public let summary: String
    /// The type of its value.
    public let schema: Schema
    /// Whether an author has to write it.
    public let presence: Presence
  }

  /// Whether an author has to write a field.
  public enum Presence: Hashable, Sendable {
    case required, optional
    /// It may be left out and then has this value.
    case defaults(to: Value)
  }
}

/// The schema of one event or effect.
public struct CaseSchema: Hashable, Sendable {
  /// The name in YAML and JSON.
  public let name: String
  /// The meaning in one sentence.
  public let summary: String
  /// Its fields in order.
  public let fields: [Schema.Field]
}

extension Schema {
  /// The schema without the permission to be null.
  package var bare: Schema {
    if case .nullable(let inner) = self { return inner }
    return self
  }

  /// The fields of a record; none for anything else.
  package var fields: [Field] { if case .record(let fields) = bare { fields } else { [] } }
}

extension Described {
  /// The type of this value's fields, as far as samples reach.
  public static var schema: Schema { SchemaMaker.schema(of: sample) }
}

extension Vocabulary {
  /// The schema of the case `name`.
  public static func schema(of name: Name) -> CaseSchema {
    CaseSchema(
      name: name.description, summary: name.summary.description,
      fields: SchemaMaker.fields(of: sample(of: name)))
  }

  /// The schemas of all cases, in the order of their names.
  public static var schemas: [CaseSchema] { Name.allCases.map(schema) }
}

extension StateView {
  /// The schema of the documented names.
  public var schema: Schema {
    var maker = SchemaMaker()
    maker.show(self)
    return .record(maker.fields)
  }
}

/// The visitor that makes a `Schema`.
public struct SchemaMaker: Visitor {
  public typealias Failure = Never

  /// The fields visited so far.
  public private(set) var fields: [Schema.Field] = []
  var last = Schema.text
  /// Whether views are visited with their details.
  private let hasDetails: Bool

  /// Creates a visitor that has seen nothing; with `details`, it visits those of views too.
  public init(details: Bool = false) { hasDetails = details }

  // A schema is made once, or for an error: code of its own for each type would double what the
  // readers and writers of these types take together.

  /// Visits a value.
  #if !hasFeature(Embedded)
    @_semantics("optimize.sil.specialize.generic.never")
  #endif
  static func schema<T: Described>(of value: T) -> Schema {
    var maker = SchemaMaker()
    _ = value.described(by: &maker)
    return maker.last
  }

  /// Visits an event or effect.
  #if !hasFeature(Embedded)
    @_semantics("optimize.sil.specialize.generic.never")
  #endif
  package static func fields<V: Vocabulary>(of value: V) -> [Schema.Field] {
    var maker = SchemaMaker()
    _ = value.fields(&maker)
    return maker.fields
  }

  /// Visits a record.
  #if !hasFeature(Embedded)
    @_semantics("optimize.sil.specialize.generic.never")
  #endif
  package static func fields<R: Record>(of value: R) -> [Schema.Field] {
    var maker = SchemaMaker()
    _ = value.fields(&maker)
    return maker.fields
  }

  public mutating func required<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString
  ) -> T {
    add(name, T.schema, .required, summary)
    return value
  }

  public mutating func optional<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString
  ) -> T? {
    add(name, T.schema, .optional, summary)
    return value
  }

  public mutating func defaulted<T: Described>(
    _ name: StaticString, _ value: T, default: T, _ summary: StaticString
  ) -> T {
    add(name, T.schema, .defaults(to: `default`.value), summary)
    return value
  }

  public mutating func integer(_ value: Int64) -> Int64 { show(.integer, value) }
  public mutating func boolean(_ value: Bool) -> Bool { show(.boolean, value) }
  public mutating func text(_ value: String) -> String { show(.text, value) }
  public mutating func personal(_ value: String) -> String { show(.personal, value) }
  public mutating func open(_ value: String) -> String { show(.open, value) }
  public mutating func instant(_ value: Instant) -> Instant { show(.instant, value) }
  public mutating func span(_ value: TimeSpan) -> TimeSpan { show(.span, value) }

  public mutating func choice<C: Choice>(_ value: C) -> C {
    let options = C.allCases.map {
      Schema.Option(name: $0.rawValue, summary: $0.summary.description)
    }
    return show(.choice(options), value)
  }

  public mutating func nullable<T: Described>(_ value: T?) -> T? {
    show(.nullable(T.schema), value)
  }

  public mutating func list<T: Described>(_ values: [T]) -> [T] { show(.list(T.schema), values) }

  public mutating func map<T: Described>(_ values: TextMap<T>) -> TextMap<T> {
    show(.map(T.schema), values)
  }

  public mutating func record<R: Record>(_ value: R) -> R {
    show(.record(SchemaMaker.fields(of: value)), value)
  }

  private mutating func add(
    _ name: StaticString, _ schema: Schema, _ presence: Schema.Presence, _ summary: StaticString
  ) {
    fields.append(
      Schema.Field(
        name: name.description, summary: summary.description, schema: schema, presence: presence))
  }

  private mutating func show<T>(_ schema: Schema, _ original: T) -> T {
    last = schema
    return original
  }
}

extension SchemaMaker: ViewVisitor {
  public mutating func nested<S: StateView>(
    _ name: StaticString, _ value: S, _ summary: StaticString
  ) {
    add(name, schema(of: value), .required, summary)
  }

  public mutating func nested<P: PartView>(
    _ name: StaticString, _ value: P?, _ summary: StaticString
  ) {
    add(name, schema(of: P.sample), .optional, summary)
  }

  public mutating func nested<P: PartView>(
    _ name: StaticString, _ values: [P], _ summary: StaticString
  ) {
    add(name, .list(schema(of: P.sample)), .required, summary)
  }

  private func schema(of view: some StateView) -> Schema {
    var maker = SchemaMaker(details: hasDetails)
    maker.show(view)
    return .record(maker.fields)
  }

  /// Specs may assert the documented names alone.
  public mutating func show<S: StateView>(_ value: S) {
    value.view(&self)
    if hasDetails { value.details(&self) }
  }
}
