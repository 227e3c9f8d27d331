import EventSourcing

/// A step on the way to a part of a tree, such as the hidden state.
package enum ValueStep: Hashable, Sendable {
  /// To the member of this name.
  case member(String)
  /// To the element at this place.
  case element(Int)

  /// Whether it leads to an element of a list.
  package var isElement: Bool { if case .element = self { true } else { false } }
}

extension Value {
  /// The way to the state of one party in what a machine remembers; empty where all of it is one
  /// party's.
  ///
  /// A machine of several parties has a list with the `name` and the `state` of each.
  package func way(to party: String) -> [ValueStep] {
    for field in members {
      switch field.value {
      case .list(let elements):
        let place = elements.firstIndex { $0["name"]?.text == party && $0["state"] != nil }
        if let place { return [.member(field.name), .element(place), .member("state")] }
      case .fields:
        let rest = field.value.way(to: party)
        if !rest.isEmpty { return [.member(field.name)] + rest }
      case .null, .boolean, .integer, .text, .personal, .instant, .span: break
      }
    }
    return []
  }

  /// Finds the part at the end of a way; `nil` where it leads nowhere.
  package func at(_ way: [ValueStep]) -> Value? { way.reduce(self) { $0?.at($1) } }

  private func at(_ step: ValueStep) -> Value? {
    switch (step, self) {
    case (.member(let name), _): self[name]
    case (.element(let index), .list(let elements)):
      elements.indices.contains(index) ? elements[index] : nil
    case (.element, _): nil
    }
  }

  /// The tree with another value, or none, at the end of a way; as it is where the way leads
  /// nowhere.
  package func setting(_ way: some Collection<ValueStep>, to value: Value?) -> Value? {
    guard let step = way.first else { return value }
    switch (step, self) {
    case (.member(let name), .fields(var fields)):
      let place = fields.firstIndex { $0.name == name }
      let old = place.map { fields[$0].value } ?? (way.count > 1 ? .fields([]) : .null)
      let new = old.setting(way.dropFirst(), to: value)
      switch (place, new) {
      case (let place?, let new?): fields[place].value = new
      case (let place?, nil): fields.remove(at: place)
      case (nil, let new?): fields.append(Field(name: name, value: new))
      case (nil, nil): break
      }
      return .fields(fields)
    case (.element(let index), .list(var elements)) where elements.indices.contains(index):
      let new = elements[index].setting(way.dropFirst(), to: value)
      if let new { elements[index] = new } else { elements.remove(at: index) }
      return .list(elements)
    case (.member, _), (.element, _): return self
    }
  }
}
