/// The arguments of a command, as a line of words: `"replay --at 17 \(trace)"`.
///
/// A value that is put into the line stays in its word, whatever blanks it has; a list or
/// another line adds its words.
package struct CommandWords: ExpressibleByStringInterpolation, Sendable {
  package let words: [String]

  package init(stringLiteral line: String) {
    var words = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    words.appendLiteral(line)
    self.init(stringInterpolation: words)
  }

  package init(stringInterpolation line: StringInterpolation) { words = line.words }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var words: [String] = []
    /// Whether what follows begins a word.
    private var isBetween = true

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ text: String) {
      for character in text {
        if character == " " { isBetween = true } else { appendInterpolation(character) }
      }
    }

    package mutating func appendInterpolation(_ value: some LosslessStringConvertible) {
      if isBetween { words.append("") }
      isBetween = false
      words[words.count - 1] += value.description
    }

    package mutating func appendInterpolation(_ more: some Sequence<String>) { words += more }

    package mutating func appendInterpolation(_ more: CommandWords) { words += more.words }
  }
}
