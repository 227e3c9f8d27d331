import EventSourcing
import JSON
import Reports

extension JSONOutput {
  /// Writes where variants differ as members.
  package mutating func members(of comparison: VariantComparison) { comparison.write(to: &self) }
}

extension VariantComparison {
  fileprivate func write(to object: inout JSONOutput) {
    object.list("variants") { list in variants.forEach { list.element($0) } }
    object.member("events", events)
    object.member("differing", Int64(differenceCount))
    object.list("groups") { list in
      for group in groups {
        list.object { object in
          object.member("event", group.event)
          object.list("effects") { names in group.effects.forEach { names.element($0) } }
          object.member("count", Int64(group.count))
          object.record("first", group.first)
        }
      }
    }
    object.list("differences") { list in
      for difference in differences {
        list.object { write(difference, to: &$0) }
      }
    }
  }

  private func write(_ difference: VariantDifference, to object: inout JSONOutput) {
    object.record("event", difference.event)
    object.list("outcomes") { list in
      for outcome in difference.outcomes {
        list.object { object in
          object.list("variants") { names in outcome.variants.forEach { names.element($0) } }
          object.list("effects") { effects in
            for effect in outcome.effects {
              effects.object { object in
                object.member("name", effect.name)
                object.member("data", effect.value)
              }
            }
          }
        }
      }
    }
  }
}
