import Diagnostics
import EventSourcing

/// A picture of a scenario as SVG. It has no width of its own: places are shares of the width that
/// the page gives it, so that neither text nor marks are scaled.
struct PictureDrawing {
  private let picture: ScenarioPicture
  private let scale: PictureScale
  private var shapes: [String] = []
  private var height = 0

  /// The heights of what stands in a lane, from its top.
  private enum Row {
    static let name = 12
    static let expected = 36
    static let rail = 60
    static let effects = 78
    static let label = 100
    static let windows = 108
    static let window = 10
  }

  init(_ picture: ScenarioPicture) {
    self.picture = picture
    scale = PictureScale(picture)
    for lane in picture.lanes.indices { draw(lane) }
    drawTimes()
  }

  var svg: String {
    let label = escapeLine("Timeline: " + picture.summary)
    return "<svg class=\"picture\" role=\"img\" aria-label=\"\(label)\" width=\"100%\" "
      + "height=\"\(height)\">\(shapes.joined())</svg>"
  }

  // MARK: - A lane

  private mutating func draw(_ lane: Int) {
    let top = height
    let gates = picture.windows.filter { $0.lane == lane }.map(\.gate).eachOnce()
    let railAt = top + Row.rail
    shapes.append(
      "<line class=\"rail\" x1=\"0\" x2=\"100%\" y1=\"\(railAt)\" y2=\"\(railAt)\"/>"
        + "<text class=\"lane\" x=\"0\" y=\"\(top + Row.name)\">\(escapeLine(picture.lanes[lane]))"
        + "</text>")
    for (index, gate) in gates.enumerated() {
      for window in picture.windows where window.lane == lane && window.gate == gate {
        draw(window, y: top + Row.windows + index * Row.window)
      }
    }
    drawExpectations(lane, top)
    var came = LabelRow()
    for mark in picture.marks where mark.lane == lane { draw(mark, top, &came) }
    height = top + Row.windows + gates.count * Row.window + 8
  }

  private mutating func draw(_ window: ScenarioPicture.Window, y: Int) {
    let (from, to) = (scale.place(of: window.from), window.to.map(scale.place) ?? 100)
    let end = window.to.map { "until \($0.text)" } ?? "open at the end"
    shapes.append(
      "<rect class=\"gate \(gateColour(window.gate))\" x=\"\(share(from))\" y=\"\(y)\" "
        + "width=\"\(share(max(0.4, to - from)))\" height=\"6\" rx=\"3\">"
        + title("\(window.gate): closed from \(window.from.text) \(end). \(window.summary)")
        + "</rect>")
  }

  private mutating func drawExpectations(_ lane: Int, _ top: Int) {
    let y = top + Row.expected
    var wanted = LabelRow()
    for expectation in picture.expectations where expectation.lane == lane {
      let (from, to) = (scale.place(of: expectation.from), scale.place(of: expectation.to))
      let words = "\(expectation.name) expected at \(expectation.time)"
      // A point has the width of a mark, around its place.
      let box =
        from == to
        ? "<svg x=\"\(share(from))\" y=\"\(y)\" overflow=\"visible\"><rect class=\"expected\" "
          + "x=\"-7\" y=\"-7\" width=\"14\" height=\"14\" rx=\"3\">\(title(words))</rect></svg>"
        : "<rect class=\"expected\" x=\"\(share(from))\" y=\"\(y - 7)\" "
          + "width=\"\(share(to - from))\" height=\"14\" rx=\"3\">\(title(words))</rect>"
      shapes.append(box + drop(from: y + 7, to: top + Row.effects, at: (from + to) / 2))
      guard wanted.isFree((from + to) / 2) else { continue }
      shapes.append(
        label("expected \(expectation.time)", at: (from + to) / 2, y: y - 11, "wanted", reach: 14))
    }
  }

  /// A line from an expectation down to where the effect would be.
  private func drop(from: Int, to: Int, at place: Double) -> String {
    "<line class=\"drop\" x1=\"\(share(place))\" x2=\"\(share(place))\" y1=\"\(from)\" "
      + "y2=\"\(to)\"/>"
  }

  private mutating func draw(
    _ mark: ScenarioPicture.Mark, _ top: Int, _ came: inout LabelRow
  ) {
    let place = scale.place(of: mark.at)
    let words = "\(mark.at.text)  \(mark.name)" + (mark.details.isEmpty ? "" : "  \(mark.details)")
    let focus = mark.isFocus ? " focus" : ""
    switch mark.kind {
    case .event:
      shapes.append(
        "<circle class=\"event\(focus)\" cx=\"\(share(place))\" cy=\"\(top + Row.rail)\" "
          + "r=\"\(mark.isFocus ? 6 : 4)\">\(title(words))</circle>")
    case .effect:
      let size = mark.isFocus ? 8 : 5
      shapes.append(
        "<svg x=\"\(share(place))\" y=\"\(top + Row.effects)\" overflow=\"visible\">"
          + "<path class=\"effect\(focus)\" d=\"M0 -\(size)L\(size) 0L0 \(size)L-\(size) 0Z\">"
          + "\(title(words))</path></svg>")
    }
    guard mark.isFocus, came.isFree(place) else { return }
    shapes.append(label("came \(mark.at.text)", at: place, y: top + Row.label, "came", reach: 9))
  }

  // MARK: - Text

  /// The times go behind everything else.
  private mutating func drawTimes() {
    let wanted = picture.expectations.map(\.from) + picture.marks.filter(\.isFocus).map(\.at)
    let times = scale.labelled(wanted, apart: 13).map { instant in
      let place = share(scale.place(of: instant))
      return "<line class=\"tick\" x1=\"\(place)\" x2=\"\(place)\" y1=\"16\" y2=\"\(height)\"/>"
        + label(instant.text, at: scale.place(of: instant), y: height + 13, "time", reach: 4)
    }
    shapes.insert("<g>\(times.joined())</g>", at: 0)
    height += 18
  }

  /// Text around a place; with less than `reach` beside it, on the side where there is room.
  private func label(
    _ text: String, at place: Double, y: Int, _ name: String, reach: Double
  ) -> String {
    let anchor = place < reach ? "start" : place > 100 - reach ? "end" : "middle"
    let x =
      place < reach ? max(0, place - 1.5) : place > 100 - reach ? min(100, place + 1.5) : place
    return "<text class=\"\(name)\" x=\"\(share(x))\" y=\"\(y)\" text-anchor=\"\(anchor)\">"
      + "\(escapeLine(text))</text>"
  }

  private func title(_ text: String) -> String { "<title>\(escapeLine(text))</title>" }

  /// A share of the width; hundredths of a percent are finer than a pixel.
  private func share(_ percent: Double) -> String {
    let hundredths = Int((percent * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100)\(rest == 0 ? "" : (rest < 10 ? ".0" : ".") + "\(rest)")%"
  }
}

/// Labels in one row, which must not run into each other; what has no room has its tooltip.
private struct LabelRow {
  private var taken: [Double] = []

  private static let apart = 16.0

  /// Takes a place for one more, where there is room.
  mutating func isFree(_ place: Double) -> Bool {
    guard taken.allSatisfy({ abs($0 - place) >= LabelRow.apart }) else { return false }
    taken.append(place)
    return true
  }
}

/// The class that gives a gate its colour, on this page as on that of a trace.
func gateColour(_ gate: String) -> String {
  if gate.contains("window") { return "window" }
  if gate.contains("back") || gate.contains("retry") { return "backoff" }
  if gate.contains("throttle") || gate.contains("limit") { return "throttle" }
  return "other"
}

/// The position of instants across a picture, in hundredths of its width.
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
    instants = all.sorted().eachOnce()
    var sums = [0.0]
    for (earlier, later) in zip(instants, instants.dropFirst()) {
      sums.append((sums.last ?? 0) + PictureScale.distance(later - earlier))
    }
    let whole = max(sums.last ?? 0, 1)
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
