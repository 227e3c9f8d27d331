/// What counts as the same state.
public struct FingerprintScheme: Sendable {
  /// Whether instants and numbers count as they are. Otherwise instants count by their distance
  /// from now, within their horizons, and numbers of one counter by their order alone.
  public var isExact: Bool
  /// The names of fields that hold numbers which a counter of the device hands out, each with the
  /// name of its counter; only their order has a meaning.
  public var counters: [Counter]
  /// Texts that may be exchanged for each other, class by class: what behaves alike for every one.
  public var interchangeable: [[String]] {
    didSet { indexClasses() }
  }
  private(set) var classes: [String: Int] = [:]

  /// A field that holds numbers of a counter.
  public struct Counter: Sendable {
    /// The field's name in the description.
    public var field: StaticString
    /// Which counter has handed the numbers out.
    public var counter: Int

    /// Says which counter the numbers in a field come from.
    public init(_ field: StaticString, counter: Int = 0) {
      self.field = field
      self.counter = counter
    }
  }

  /// Every difference counts.
  public static let exact = FingerprintScheme(isExact: true, counters: [])

  /// Chooses what counts as the same.
  public init(isExact: Bool = false, counters: [Counter], interchangeable: [[String]] = []) {
    self.isExact = isExact
    self.counters = counters
    self.interchangeable = interchangeable
    indexClasses()
  }

  /// The counter of a field; `nil` where its numbers count as they are.
  func counter(of field: StaticString) -> Int? {
    for counter in counters where counter.field.isEqual(to: field) { return counter.counter }
    return nil
  }

  private mutating func indexClasses() {
    classes = [:]
    for (index, texts) in interchangeable.enumerated() {
      for text in texts { classes[text] = index }
    }
  }
}

extension StaticString {
  /// Whether two names have the same bytes.
  fileprivate func isEqual(to other: StaticString) -> Bool {
    guard utf8CodeUnitCount == other.utf8CodeUnitCount else { return false }
    if utf8Start == other.utf8Start { return true }
    for index in 0..<utf8CodeUnitCount where utf8Start[index] != other.utf8Start[index] {
      return false
    }
    return true
  }
}
