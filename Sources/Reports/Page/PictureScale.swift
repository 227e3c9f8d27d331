import EventSourcing

/// Where instants stand across a picture, in hundredths of its width.
///
/// A scenario may speak about a millisecond and about a day. Between two instants at which
/// something stands, the distance grows with the logarithm of the time, so that both can be seen;
/// their order is kept, their proportions are not.
struct PictureScale {
  /// The instants that have a place, in order.
  let instants: [TimeSpan]
  private let places: [Double]

  private static let (left, right) = (2.5, 97.5)

  init(_ picture: ScenarioPicture) {
    var all = picture.marks.map(\.at) + [.zero]
    all += picture.windows.flatMap { [$0.from, $0.to].compactMap { $0 } }
    all += picture.expectations.flatMap { [$0.from, $0.to] }
    var instants: [TimeSpan] = []
    for instant in all.sorted() where instant != instants.last { instants.append(instant) }
    var sums = [0.0]
    for (earlier, later) in zip(instants, instants.dropFirst()) {
      sums.append((sums.last ?? 0) + PictureScale.distance(later - earlier))
    }
    let whole = max(sums.last ?? 0, 1)
    self.instants = instants
    places = sums.map { sum in
      PictureScale.left + sum / whole * (PictureScale.right - PictureScale.left)
    }
  }

  /// The place of an instant; of one that has none itself, between its neighbours.
  func place(of instant: TimeSpan) -> Double {
    guard let next = instants.firstIndex(where: { $0 >= instant }) else {
      return PictureScale.right
    }
    if instants[next] == instant || next == 0 { return places[next] }
    return (places[next - 1] + places[next]) / 2
  }

  /// The instants that are labelled: the first, those in `wanted`, the last, then whatever has room
  /// beside them.
  func labelled(_ wanted: [TimeSpan], apart: Double) -> [TimeSpan] {
    var chosen: [TimeSpan] = []
    let (first, last) = ([instants.first], [instants.last])
    for instant in (first + wanted + last + instants).compactMap(\.self) {
      let here = place(of: instant)
      if chosen.allSatisfy({ abs(place(of: $0) - here) >= apart }) { chosen.append(instant) }
    }
    return chosen.sorted()
  }

  /// About the logarithm to the base 2 of the seconds, and never nothing.
  private static func distance(_ gap: TimeSpan) -> Double {
    let seconds = 1 + Double(gap.milliseconds) / 1_000
    return max(0.8, Double(seconds.exponent) + seconds.significand - 1)
  }
}
