/// A regular expression that is searched for in text, in time that grows with the text alone: it
/// runs as a set of places in a small program, so no pattern can make it try again.
package struct TextPattern: Equatable, Sendable {
  /// The pattern as it was written.
  package let source: String
  let program: [PatternStep]

  /// Reads a pattern, or says what of it cannot be one.
  package init(_ source: String) throws(PatternError) {
    self.source = source
    var parser = PatternParser(source)
    program = try PatternProgram.compiled(parser.pattern())
  }

  package static func == (left: TextPattern, right: TextPattern) -> Bool {
    left.source == right.source
  }
}

/// A part of a pattern that cannot be read.
package struct PatternError: Error, Equatable, Sendable {
  /// The part that it is about, in Unicode scalars of the pattern.
  package var range: Range<Int>
  /// The fault there.
  package var reason: String

  init(_ range: Range<Int>, _ reason: String) {
    self.range = range
    self.reason = reason
  }
}
