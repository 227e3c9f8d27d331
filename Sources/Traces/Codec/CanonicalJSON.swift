import EventSourcing
import JSON

/// The canonical JSON of any described value.
public func canonicalJSON<T: Described>(of value: T) -> [UInt8] {
  var writer = JSONWriter(into: JSONBuffer())
  _ = value.described(by: &writer)
  return writer.sink.bytes
}

/// The canonical JSON of an event's or effect's fields, without its name.
public func canonicalJSON<V: Vocabulary>(ofData value: V) -> [UInt8] {
  var writer = JSONWriter(into: JSONBuffer())
  writer.data(value)
  return writer.sink.bytes
}

/// The canonical JSON of a state view.
public func canonicalJSON<S: StateView>(ofView state: S) -> [UInt8] {
  var writer = JSONWriter(into: JSONBuffer())
  writer.object { $0.show(state) }
  return writer.sink.bytes
}

/// The hash that `state` records hold: XXH64 over the canonical JSON of the view.
public func viewHash<S: StateView>(_ state: S) -> UInt64 {
  viewHash(showing: { $0.show(state) })
}

/// The hash of the view that `show` shows, such as the one of a single party.
public func viewHash(showing show: (inout JSONWriter) -> Void) -> UInt64 {
  var writer = JSONWriter(into: JSONBuffer())
  writer.object(show)
  return writer.sink.withBytes { XXH64($0).value }
}
