import EventSourcing

/// The names that a map of a log may use, those of one system.
extension GrammarSchema {
  /// A log may hold events that the harness alone writes, too.
  func importedName(_ property: Value.Field) -> Value.Field {
    guard property.name == ImportNameKey.event.rawValue, let system else { return property }
    let events = definitions.words(system.recordedEvents.map(\.word))
    return Value.Field(
      name: property.name, value: events.described(ImportNameKey.event.declaration.summary))
  }

  /// The names of the fields that a map of a log may give to a record.
  func importedFields() -> [Value] {
    let kinds: [(key: ImportNameKey, records: [CaseSchema])] = [
      (.event, system?.recordedEvents ?? []), (.effect, system?.effects.map { $0.schema } ?? []),
    ]
    return kinds.flatMap { key, records in
      records.map { record in
        let names = Value.object([
          "propertyNames": .object(["enum": .texts(record.fields.map(\.name))])
        ])
        let then = Value.object(["properties": .object(["fields": names, "values": names])])
        return .whenever(key.rawValue, is: record.name, then: then)
      }
    }
  }
}
