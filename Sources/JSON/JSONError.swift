/// The reason why bytes are not JSON, or not the JSON that their reader asked for; offsets count
/// bytes.
public struct JSONError: Error, Hashable, Sendable {
  /// The mistake in the text, with what was expected there.
  public var problem: JSONProblem
  /// The first byte concerned.
  public var start: Int
  /// The byte after the last one concerned.
  public var end: Int

  /// Describes a problem with the bytes from `start` up to `end`.
  public init(_ problem: JSONProblem, at start: Int, to end: Int? = nil) {
    self.problem = problem
    self.start = start
    self.end = max(end ?? start + 1, start + 1)
  }
}

/// The ways in which JSON is refused.
public indirect enum JSONProblem: Hashable, Sendable {
  /// Something else was to stand here; the text says what.
  case expected(String)
  /// A byte sequence that is not UTF-8.
  case invalidUTF8
  /// A control character inside a string.
  case controlCharacter
  /// A backslash with something after it that is no escape.
  case badEscape
  /// Half of a surrogate pair.
  case loneSurrogate
  /// A number that starts with a needless zero.
  case leadingZero
  /// A fraction or an exponent where a whole number is wanted.
  case notWhole
  /// A whole number beyond 64 bits.
  case beyondInt64
  /// More than 64 levels.
  case tooDeep
  /// A name that stands twice in one object.
  case duplicate(String)
  /// A name that has to be in an object and is not.
  case missing(String)
  /// A name that its reader does not know, with the known one that was meant, and what to write.
  case unknown(String, meant: String?, proposal: String)
  /// Well-formed JSON that its reader refuses, with what to write instead.
  case refused(String, proposal: String)
  /// Members stand in another order than a fast reader assumed: a signal, never shown.
  case otherOrder

  /// The problem in a few words.
  public var message: String {
    switch self {
    case .expected(let what): "expected \(what)"
    case .invalidUTF8: "these bytes are not UTF-8"
    case .controlCharacter: "a control character stands unescaped in a string"
    case .badEscape: "this is not an escape of JSON"
    case .loneSurrogate: "half of a surrogate pair"
    case .leadingZero: "a number does not start with 0"
    case .notWhole: "expected a whole number"
    case .beyondInt64: "the number does not fit into 64 bits"
    case .tooDeep: "nested deeper than 64 levels"
    case .duplicate(let name): "'\(name)' stands twice"
    case .missing(let name): "'\(name)' is missing here"
    case .unknown(let text, _, _): text
    case .refused(let text, _): text
    case .otherOrder: "members in another order"
    }
  }

  /// The proposal of what to write instead; empty where there is none.
  public var proposal: String {
    switch self {
    case .unknown(_, _, let proposal), .refused(_, let proposal): proposal
    case .loneSurrogate: "write both halves, or the character itself"
    case .notWhole: "times and numbers are whole here"
    case .duplicate: "the first one would be lost"
    case .missing(let name): "add \"\(name)\""
    case .expected, .invalidUTF8, .controlCharacter, .badEscape, .leadingZero, .beyondInt64,
      .tooDeep, .otherOrder:
      ""
    }
  }

  /// The name that was meant in place of an unknown one; `nil` where none is close.
  public var meant: String? { if case .unknown(_, let meant, _) = self { meant } else { nil } }
}
