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
  writer.object { state.view(&$0) }
  return writer.sink.bytes
}

/// The hash that `state` records hold: FNV-1a over the canonical JSON of the view.
public func viewHash<S: StateView>(_ state: S) -> UInt64 {
  viewHash(showing: { walk in state.view(&walk) })
}

/// The hash of the view that `show` shows, such as the one of a single party.
public func viewHash(showing show: (inout ViewHasher) -> Void) -> UInt64 {
  var hasher = ViewHasher(into: FNV1a())
  hasher.object(show)
  return hasher.sink.value
}

extension FNV1a: JSONSink {
  /// Adds one byte.
  @inline(__always)
  public mutating func put(_ byte: UInt8) { add(byte) }

  /// Adds bytes in order.
  public mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) { add(bytes) }

  /// Reads 16 hexadecimal digits in lower case; `nil` for anything else.
  public static func parse(_ text: String) -> UInt64? {
    guard let hash = UInt64(text, radix: 16), FNV1a.text(hash) == text else { return nil }
    return hash
  }
}
