import EventSourcing

/// The events and expectations of a scenario, for a picture: parties as lanes, over virtual time
/// counted from the start of the scenario.
public struct ScenarioPicture: Equatable, Sendable {
  /// The parties to which something happened, in order of appearance.
  public var lanes: [String] = []
  /// Events and effects in the order of the log.
  public var marks: [Mark] = []
  /// The times during which gates held effects back.
  public var windows: [Window] = []
  /// The requests of failed expectations.
  public var expectations: [Expectation] = []
  /// The number of the record at which to look first; `nil` without records.
  public var focus: Int64?
  /// The number of records left out because there are too many to be drawn.
  public var leftOut = 0

  /// An empty picture.
  public init() {}

  /// An event or an effect.
  public struct Mark: Equatable, Sendable {
    /// Whether it happened or was ordered.
    public enum Kind: String, Sendable { case event, effect }

    /// Its number in the log.
    public var seq: Int64
    /// The instant at which it was recorded.
    public var at: TimeSpan
    /// The lane of its party.
    public var lane: Int
    /// The form in which the mark is drawn.
    public var kind: Kind
    /// Its name.
    public var name: String
    /// Its fields on one line.
    public var details: String
    /// Whether a failure is about it.
    public var isFocus = false

    /// Describes a record.
    public init(
      seq: Int64, at: TimeSpan, lane: Int, kind: Kind, name: String, details: String
    ) {
      self.seq = seq
      self.at = at
      self.lane = lane
      self.kind = kind
      self.name = name
      self.details = details
    }
  }

  /// A time during which a gate held effects back.
  public struct Window: Equatable, Sendable {
    /// The lane of its party.
    public var lane: Int
    /// The time at which it closed.
    public var from: TimeSpan
    /// The time at which it opened; `nil` where it was still closed at the end.
    public var to: TimeSpan?
    /// The gate's name.
    public var gate: String
    /// The sentence of the gate.
    public var summary: String

    /// Describes a window.
    public init(lane: Int, from: TimeSpan, to: TimeSpan?, gate: String, summary: String) {
      self.lane = lane
      self.from = from
      self.to = to
      self.gate = gate
      self.summary = summary
    }
  }

  /// Something that was expected within a time, both ends included.
  public struct Expectation: Equatable, Sendable {
    /// The lane of the party that was to order it; the first one where the scenario says nothing.
    public var lane: Int
    /// The first instant at which it was expected.
    public var from: TimeSpan
    /// The last instant at which it was expected.
    public var to: TimeSpan
    /// The name of the expected effect.
    public var name: String

    /// Describes an expectation.
    public init(lane: Int, from: TimeSpan, to: TimeSpan, name: String) {
      self.lane = lane
      self.from = from
      self.to = to
      self.name = name
    }

    /// The time at which it was expected, in words.
    public var time: String { from == to ? from.text : "\(from.text)–\(to.text)" }
  }

  /// The picture in a sentence, for those who do not see it.
  var summary: String {
    let expected = expectations.map { "\($0.name) expected at \($0.time)" }
    let came = marks.filter(\.isFocus).map { "\($0.name) came at \($0.at.text)" }
    return (expected + came).joined(separator: "; ")
  }
}
