import Diagnostics
import EventSourcing
import JSON

/// The cases of a vocabulary by the bytes of their names, built once.
struct CaseTable<V: Vocabulary> {
  private let cases = V.Name.allCases
  private let texts: [StaticString]
  private var slots: [Int]

  init() {
    texts = cases.map { $0.text }
    var size = 16
    while size < texts.count * 4 { size *= 2 }
    slots = [Int](repeating: -1, count: size)
    for (index, text) in texts.enumerated() {
      let name = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      var slot = CaseTable.hash(name) & (size - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = index
    }
  }

  /// The case that is called `name`; `nil` where none is.
  @inline(__always)
  subscript(name: UnsafeBufferPointer<UInt8>) -> V.Name? {
    var slot = CaseTable.hash(name) & (slots.count - 1)
    while slots[slot] >= 0 {
      if isSame(texts[slots[slot]], name) { return cases[slots[slot]] }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  var names: [String] { texts.map { $0.description } }

  @inline(__always)
  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    guard let first = name.first, let last = name.last else { return 0 }
    let middle = name[name.count / 2]
    return name.count &* 37 &+ Int(first) &* 5 &+ Int(middle) &* 11 &+ Int(last) &* 3
  }
}

/// Whether `name` is `text`, byte by byte.
@inline(__always)
func isSame(_ text: StaticString, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
  guard text.utf8CodeUnitCount == name.count, let base = name.baseAddress else { return false }
  return sameBytes(text.utf8Start, base, name.count)
}
