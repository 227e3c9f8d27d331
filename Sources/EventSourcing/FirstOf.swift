/// The first of many elements; the others are only counted.
public struct FirstOf<Element>: RandomAccessCollection {
  /// The number of all elements.
  public private(set) var total = 0
  private var kept: [Element] = []
  private let limit: Int

  /// Keeps up to `limit` elements.
  public init(_ limit: Int) { self.limit = limit }

  /// The place of the first element.
  public var startIndex: Int { 0 }
  /// The place after the last element that is kept.
  public var endIndex: Int { kept.count }
  /// The element at a place.
  public package(set) subscript(place: Int) -> Element {
    get { kept[place] }
    _modify { yield &kept[place] }
  }

  /// Counts an element, and keeps it if it is one of the first.
  public mutating func append(_ element: Element) {
    total += 1
    if kept.count < limit { kept.append(element) }
  }
}

extension FirstOf: Equatable where Element: Equatable {}
extension FirstOf: Sendable where Element: Sendable {}
