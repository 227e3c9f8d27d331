import EventSourcing
import JSON
import Replay

/// One step from a state to the next, small enough to be kept for every record.
enum ValueEdit: Equatable, Sendable {
  /// The value at a path was changed or added.
  case set([ValueStep], Value)
  /// The field at a path is gone.
  case remove([ValueStep])
  /// A range of the list at a path was replaced by other elements.
  case splice([ValueStep], start: Int, count: Int, items: [Value])

  static func changes(from old: Value, to new: Value) -> [ValueEdit] {
    var changes: [ValueEdit] = []
    collect(old, new, [], into: &changes)
    return changes
  }

  private static func collect(
    _ old: Value, _ new: Value, _ path: [ValueStep], into changes: inout [ValueEdit]
  ) {
    if old == new { return }
    switch (old, new) {
    case (.fields(let left), .fields(let right)):
      collect(left, right, path, into: &changes)
    case (.list(let left), .list(let right)):
      collect(left, right, path, into: &changes)
    default:
      changes.append(.set(path, new))
    }
  }

  private static func collect(
    _ old: [Value.Field], _ new: [Value.Field], _ path: [ValueStep],
    into changes: inout [ValueEdit]
  ) {
    var expected = 0
    var kept = 0
    for field in new {
      // Fields have a fixed order, so the next old field is nearly always the same one.
      if expected >= old.count || old[expected].name != field.name {
        guard let found = old.firstIndex(where: { $0.name == field.name }) else {
          changes.append(.set(path + [.member(field.name)], field.value))
          continue
        }
        expected = found
      }
      collect(old[expected].value, field.value, path + [.member(field.name)], into: &changes)
      expected += 1
      kept += 1
    }
    guard kept < old.count else { return }
    let names = Set(new.map { $0.name })
    for field in old where !names.contains(field.name) {
      changes.append(.remove(path + [.member(field.name)]))
    }
  }

  private static func collect(
    _ old: [Value], _ new: [Value], _ path: [ValueStep], into changes: inout [ValueEdit]
  ) {
    let least = min(old.count, new.count)
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.reversed(), new.reversed()).prefix(least - start).prefix { $0 == $1 }.count
    guard old.count == new.count else {
      changes.append(
        .splice(
          path, start: start, count: old.count - start - end,
          items: Array(new[start..<(new.count - end)])))
      return
    }
    for index in start..<(new.count - end) {
      collect(old[index], new[index], path + [.element(index)], into: &changes)
    }
  }
}

extension JSONOutput {
  /// Writes changes as a list: [path, value], [path], or [path, start, count, items].
  mutating func changes(_ changes: [ValueEdit]) {
    list { list in
      for change in changes {
        list.list { list in
          switch change {
          case .set(let path, let value):
            list.path(path)
            list.typedElement(value)
          case .remove(let path):
            list.path(path)
          case .splice(let path, let start, let count, let items):
            list.path(path)
            list.element(Int64(start))
            list.element(Int64(count))
            list.list { list in items.forEach { list.typedElement($0) } }
          }
        }
      }
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
