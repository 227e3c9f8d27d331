import JSON
import Replay

/// The place of a value in a file of another program.
struct ForeignPlace: Sendable {
  /// The line, from 1, on which the document begins.
  var line: Int
  /// The first byte of the document, or of what is wrong in it; `nil` where the line is enough.
  var offset: Int?
  /// The way from the document to the value.
  var path: [ValueStep] = []

  /// The element of the list under a name.
  func below(_ name: String, _ index: Int) -> ForeignPlace {
    below([.member(name), .element(index)])
  }

  /// The value to which a path leads from here.
  func below(_ path: [ValueStep]) -> ForeignPlace {
    var place = self
    place.path += path
    return place
  }
}

extension JSONScanner {
  /// Goes from the start of a value to the one that a path leads to; stops at the last one that is
  /// there.
  mutating func go(to path: [ValueStep]) {
    skipSpace()
    for step in path {
      var ahead = self
      guard (try? ahead.enter(step)) == true else { return }
      self = ahead
    }
  }

  private mutating func enter(_ step: ValueStep) throws(JSONError) -> Bool {
    switch step {
    case .member(let wanted):
      guard take(UInt8(ascii: "{")) else { return false }
      repeat {
        if text(try memberName()) == wanted { return true }
        try skipValue()
      } while try another(before: UInt8(ascii: "}"))
    case .element(let wanted):
      guard take(UInt8(ascii: "[")) else { return false }
      var index = 0
      repeat {
        skipSpace()
        if index == wanted { return true }
        try skipValue()
        index += 1
      } while try another(before: UInt8(ascii: "]"))
    }
    return false
  }
}
