import Diagnostics
import EventSourcing
import JSON

/// The cases of a vocabulary by the bytes of their names, built once.
struct WordTable<V: Vocabulary> {
  private let samples: [V]
  private let words: [StaticString]
  private var slots: [Int]

  init() {
    samples = V.samples
    words = samples.map { sample in
      var walk = JSONMatcher(
        into: ByteComparison(with: UnsafeBufferPointer(start: nil, count: 0), from: 0))
      _ = sample.fields(&walk)
      return walk.word
    }
    var size = 16
    while size < words.count * 4 { size *= 2 }
    slots = [Int](repeating: -1, count: size)
    for (index, word) in words.enumerated() {
      let name = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
      var slot = WordTable.hash(name) & (size - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = index
    }
  }

  /// The sample of the case `name`; `nil` where there is none.
  @inline(__always)
  func sample(named name: UnsafeBufferPointer<UInt8>) -> V? {
    var slot = WordTable.hash(name) & (slots.count - 1)
    while slots[slot] >= 0 {
      let word = words[slots[slot]]
      if isSame(word, name) { return samples[slots[slot]] }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// The names of all cases.
  var names: [String] { words.map(\.description) }

  @inline(__always)
  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    guard let first = name.first, let last = name.last else { return 0 }
    let middle = name[name.count / 2]
    return name.count &* 37 &+ Int(first) &* 5 &+ Int(middle) &* 11 &+ Int(last) &* 3
  }
}

/// Whether `name` is `word`, byte by byte.
@inline(__always)
func isSame(_ word: StaticString, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
  guard word.utf8CodeUnitCount == name.count, let base = name.baseAddress else { return false }
  return sameBytes(word.utf8Start, base, name.count)
}
