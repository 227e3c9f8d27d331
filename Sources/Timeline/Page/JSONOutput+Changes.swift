import EventSourcing
import JSON
import Replay

extension JSONOutput {
  /// Writes changes as a list: [path, value], [path], or [path, start, count, items].
  mutating func changes(_ changes: [ValueChange]) {
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

  private mutating func path(_ path: [StateStep]) {
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
