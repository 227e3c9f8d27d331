import EventSourcing

extension [ValueStep] {
  /// The way as people write it, such as `queue.calls[0].number`.
  package var path: String {
    reduce(into: "") { path, step in
      switch step {
      case .member(let name): path += path.isEmpty ? name : ".\(name)"
      case .element(let index): path += "[\(index)]"
      }
    }
  }
}

extension Substring {
  /// The rest of a path such as `registration.next_attempt` or `tags[0]` behind `name`; `nil` where
  /// it goes elsewhere.
  func following(_ name: String) -> Substring? {
    guard hasPrefix(name) else { return nil }
    let rest = dropFirst(name.count)
    if rest.isEmpty || rest.first == "[" { return rest }
    return rest.first == "." ? rest.dropFirst() : nil
  }

  /// The index in brackets with which a path begins, and the rest behind it.
  var element: (index: Int, rest: Substring)? {
    guard first == "[", let close = firstIndex(of: "]"), let index = Int(dropFirst()[..<close])
    else { return nil }
    let rest = self[self.index(after: close)...]
    return (index, rest.first == "." ? rest.dropFirst() : rest)
  }
}

extension Value {
  /// The steps of a written path; `nil` where the tree does not have it.
  ///
  /// A name is taken as far as it goes: an attribute's key may have dots of its own.
  func steps(to path: Substring) -> [ValueStep]? {
    if path.isEmpty { return [] }
    switch self {
    case .fields(let fields):
      for field in fields {
        guard let rest = path.following(field.name) else { continue }
        if let steps = field.value.steps(to: rest) { return [.member(field.name)] + steps }
      }
      return nil
    case .list(let elements):
      guard let (index, rest) = path.element, elements.indices.contains(index) else { return nil }
      return elements[index].steps(to: rest).map { [.element(index)] + $0 }
    case .null, .boolean, .integer, .text, .personal, .instant, .span: return nil
    }
  }

  func at(path: Substring) -> Value? { steps(to: path).flatMap { at($0) } }
}
