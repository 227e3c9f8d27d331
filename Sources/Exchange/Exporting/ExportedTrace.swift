import Traces

/// The facts about an export, with what its format cannot say.
public struct ExportedTrace: Sendable {
  /// The name of one of its events in the format.
  public var unit: String
  /// The number of its events, the one of the header included.
  public var events: Int64
  /// The number of its spans, where the format has them beside the events.
  public var spans: Int64?
  /// The parts of the trace that are not in the export.
  public var lost: [String] = []

  /// Describes an export.
  public init(unit: String, events: Int64, spans: Int64? = nil, lost: [String] = []) {
    self.unit = unit
    self.events = events
    self.spans = spans
    self.lost = lost
  }
}

extension TraceEnding {
  /// The facts about a trace's end that no export keeps; `import` makes an end line anew where it
  /// reads the format.
  public func lost(isImported: Bool) -> [String] {
    let end =
      switch end {
      case .cut: "that the trace was cut: it has no end line"
      case .sealed, .wrongHash: "the end line" + (isImported ? ", which import makes anew" : "")
      }
    return damage.isEmpty ? [end] : [end, "that the trace was edited or damaged"]
  }
}
