/// The rules by which two states count as the same.
public struct FingerprintScheme: Sendable {
  /// Whether instants and numbers count as they are. Otherwise instants count by their distance
  /// from now, within their horizons, and numbers of one counter by their order alone.
  public var isExact: Bool
  /// The fields whose numbers do not count as they are.
  public var numbers: [NumberField]
  /// The names of shared parts of the state that decide nothing.
  public var ignoredParts: [StaticString]
  /// The texts that may be exchanged for each other, in classes: the machine treats all texts of a
  /// class alike.
  public var interchangeable: [[String]] {
    didSet { indexClasses() }
  }
  /// The texts, each with its length and the number of its class. There are few: comparing them is
  /// faster than hashing every text of a state.
  private var classes: [(text: String, length: Int, number: Int)] = []

  /// Every difference counts.
  public static let exact = FingerprintScheme(isExact: true)

  /// Chooses what counts as the same.
  public init(
    isExact: Bool = false, numbers: [NumberField] = [], ignoredParts: [StaticString] = [],
    interchangeable: [[String]] = []
  ) {
    self.isExact = isExact
    self.numbers = numbers
    self.ignoredParts = ignoredParts
    self.interchangeable = interchangeable
    indexClasses()
  }

  /// Returns the meaning of the numbers of a field; `nil` where they count as they are.
  func meaning(of field: StaticString) -> NumberField.Meaning? {
    if isExact { return nil }
    for number in numbers where number.field.isEqual(to: field) { return number.meaning }
    return nil
  }

  /// Whether a shared part of this name decides nothing.
  func ignores(_ part: StaticString) -> Bool { ignoredParts.contains { $0.isEqual(to: part) } }

  /// The place of a text among those that may be exchanged; `nil` where it counts as it is.
  func exchangePlace(of text: String) -> Int? {
    let length = text.utf8.count
    for place in classes.indices
    where classes[place].length == length && classes[place].text == text {
      return place
    }
    return nil
  }

  /// The number of the class to which the text at a place belongs.
  func exchangeClass(at place: Int) -> Int { classes[place].number }

  private mutating func indexClasses() {
    classes = interchangeable.enumerated().flatMap { number, texts in
      texts.map { (text: $0, length: $0.utf8.count, number: number) }
    }
  }
}

/// The meaning of the numbers in a field for the runs that can still follow.
public struct NumberField: Sendable {
  /// The field's name in the description of events and states.
  public let field: StaticString
  /// The meaning of its numbers.
  public let meaning: Meaning

  /// A meaning of numbers.
  public enum Meaning: Sendable {
    /// A counter of the device has handed them out: only their order counts.
    case counter(Int)
    /// They count up to this one; higher ones are all the same.
    case upTo(Int64)
  }

  /// Whether the numbers count by their order alone.
  public var isRenamed: Bool { if case .counter = meaning { true } else { false } }

  /// Says what the numbers in a field mean.
  public init(_ field: StaticString, _ meaning: Meaning = .counter(0)) {
    self.field = field
    self.meaning = meaning
  }
}

extension StaticString {
  /// Whether two names have the same bytes.
  public func isEqual(to other: StaticString) -> Bool {
    guard utf8CodeUnitCount == other.utf8CodeUnitCount else { return false }
    if utf8Start == other.utf8Start { return true }
    for index in 0..<utf8CodeUnitCount where utf8Start[index] != other.utf8Start[index] {
      return false
    }
    return true
  }
}

/// The time for which an instant of a state matters to what can still happen.
///
/// It is declared beside the field that holds the instant. Two states that differ only in instants
/// beyond their horizon behave alike, which the audits of the exhaustive search check.
public enum Horizon: Hashable, Sendable {
  /// Its exact distance counts: it is sent somewhere, or compared with more than the present.
  case exact
  /// An instant in the past counts for this long, as for a half-open window; one in the future
  /// counts exactly.
  case window(TimeSpan)
  /// The horizon of an instant that counts only while it is in the future.
  public static var future: Horizon { .window(.zero) }
}
