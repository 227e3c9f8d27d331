import EventSourcing
import JSON
import Replay

extension JSONOutput {
  /// Writes as a list what leads from a state to the next, small enough to be kept for every
  /// record: `[path, value]` for what was changed or added, `[path]` for a field that is gone, and
  /// `[path, start, count, items]` for a range of a list that was replaced by other elements.
  mutating func changes(from old: Value, to new: Value) {
    list { $0.change(old, to: new, []) }
  }

  private mutating func change(_ old: Value, to new: Value, _ path: [ValueStep]) {
    if old == new { return }
    switch (old, new) {
    case (.fields(let left), .fields(let right)): change(left, to: right, path)
    case (.list(let left), .list(let right)): change(left, to: right, path)
    default: set(path, to: new)
    }
  }

  private mutating func change(
    _ old: [Value.Field], to new: [Value.Field], _ path: [ValueStep]
  ) {
    var expected = 0
    var kept = 0
    for field in new {
      let inner = path + [.member(field.name)]
      // Fields have a fixed order, so the next old field is nearly always the same one.
      if expected >= old.count || old[expected].name != field.name {
        guard let found = old.firstIndex(where: { $0.name == field.name }) else {
          set(inner, to: field.value)
          continue
        }
        expected = found
      }
      change(old[expected].value, to: field.value, inner)
      expected += 1
      kept += 1
    }
    guard kept < old.count else { return }
    let names = Set(new.map { $0.name })
    for field in old where !names.contains(field.name) {
      list { $0.path(path + [.member(field.name)]) }
    }
  }

  private mutating func change(_ old: [Value], to new: [Value], _ path: [ValueStep]) {
    let least = min(old.count, new.count)
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.reversed(), new.reversed()).prefix(least - start).prefix { $0 == $1 }.count
    guard old.count == new.count else {
      return list { list in
        list.path(path)
        list.element(Int64(start))
        list.element(Int64(old.count - start - end))
        list.list { list in
          for value in new[start..<(new.count - end)] { list.typedElement(value) }
        }
      }
    }
    for index in start..<(new.count - end) {
      change(old[index], to: new[index], path + [.element(index)])
    }
  }

  private mutating func set(_ path: [ValueStep], to value: Value) {
    list { list in
      list.path(path)
      list.typedElement(value)
    }
  }

  private mutating func path(_ path: [ValueStep]) {
    list { list in
      for step in path {
        switch step {
        case .member(let name): list.element(pageName(name))
        case .element(let index): list.element(Int64(index))
        }
      }
    }
  }
}
