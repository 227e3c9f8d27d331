import Diagnostics
import EventSourcing
import Reports
import SpecFormat
import Traces

extension Diagnostic {
  /// The finding with the parts that differ, by their paths.
  func with(_ mismatches: [Mismatch], record: ErasedRecord? = nil) -> Diagnostic {
    with(
      expected: .fields(mismatches.map { Value.Field(name: $0.path, value: $0.wanted) }),
      actual: .fields(mismatches.map { Value.Field(name: $0.path, value: $0.found ?? .null) }),
      record: record?.value)
  }
}

extension Explanation {
  /// An expected effect.
  func data(of pattern: EffectPattern, at when: Value?) -> Value {
    var fields = [Value.Field(name: "effect", value: .text(pattern.name))]
    if let when { fields.append(Value.Field(name: "at", value: when)) }
    if let party = pattern.party { fields.append(Value.Field(name: "party", value: .text(party))) }
    if let matcher = pattern.fields {
      fields.append(Value.Field(name: "data", value: matcher.value))
    }
    return .fields(fields)
  }

  /// An effect that came.
  func data(of effect: ObservedEffect) -> Value {
    .fields([
      Value.Field(name: "effect", value: .text(effect.name)),
      Value.Field(name: "at", value: .instant(effect.at)),
      Value.Field(name: "party", value: .text(effect.party)),
      Value.Field(name: "seq", value: .integer(effect.seq)),
    ])
  }
}
