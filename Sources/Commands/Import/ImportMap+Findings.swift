import Diagnostics
import EventSourcing
import SpecFormat

extension ImportMap {
  /// The names of the map that a system does not have.
  func findings(for system: SystemVocabulary) -> [Diagnostic] {
    records.flatMap { record -> [Diagnostic] in
      let known = record.isEffect ? system.effects.map(\.schema) : system.recordedEvents
      let kind = record.isEffect ? "effect" : "event"
      guard let schema = known.first(where: { $0.name == record.name }) else {
        return [unknown(kind, record.name, known.map(\.name), record)]
      }
      let names = schema.fields.map(\.name)
      let fields = record.fields.map(\.field) + record.values.map(\.field)
      return fields.filter { !names.contains($0) }.map {
        unknown("field", $0, names, record)
      }
    }
  }

  private func unknown(
    _ kind: String, _ name: String, _ known: [String], _ record: Name
  ) -> Diagnostic {
    Diagnostic(
      .unknownName, "unknown \(kind) '\(name)'", at: record.place,
      proposal: didYouMean(name, among: known) ?? "",
      notes: ["known: \(known.joined(separator: ", "))"])
  }
}
