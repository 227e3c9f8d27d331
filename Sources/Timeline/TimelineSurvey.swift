import EventSourcing
import Replay
import Reports
import Traces

/// The result of a first pass over a trace, by which the second one is laid out as it goes.
public struct TimelineSurvey: Sendable {
  /// The parties with records that may be shown, in the order of their first one.
  public var parties: [PartyRange] { ranges.values }
  /// The number of records, shown or not.
  public private(set) var records: Int64 = 0
  /// The number of effects among them.
  public private(set) var effects: Int64 = 0
  /// Every party of the trace, shown or not.
  public var allParties: [String] { known.keys }
  /// The first and the last instant, of what is shown or not.
  public private(set) var range: ClosedRange<Instant>?
  /// The highest number of a record that may be shown.
  public private(set) var lastSeq: Int64 = 0
  /// The width of the instants.
  public private(set) var timeWidth = 0

  private let filter: TimelineFilter
  private let times: TimeText
  private let readsData: Bool
  private var lastAt: Instant?
  private var ranges = KeyedList<String, PartyRange>()
  private var known = KeyedList<String, Void>()

  /// The records of one party that may be shown.
  public struct PartyRange: Equatable, Sendable {
    /// The party's name.
    public var name: String
    /// The number of its first record.
    public var first: Int64
    /// The number of its last record.
    public var last: Int64
    /// The number of its records.
    public var records: Int64 = 0

    fileprivate mutating func add(_ seq: Int64) {
      last = seq
      records += 1
    }
  }

  /// Surveys what `filter` may show, with instants as `times` writes them; `readsData` finds what
  /// is wrong with the data of a record too.
  public init(_ filter: TimelineFilter, _ times: TimeText, readsData: Bool = false) {
    self.filter = filter
    self.times = times
    self.readsData = readsData
  }

  /// Surveys a record, of which all but its fields is known, and says whether it is to be read.
  public mutating func wants(_ outline: ErasedRecord) -> Bool {
    records += 1
    if outline.kind == .effect { effects += 1 }
    range = (range?.lowerBound ?? outline.at)...outline.at
    if known.keys.last != outline.party { known.insert(outline.party) }
    guard filter.wants(outline) else { return readsData }
    lastSeq = max(lastSeq, outline.seq)
    let (name, seq) = (outline.party, outline.seq)
    ranges[name, default: PartyRange(name: name, first: seq, last: seq)].add(seq)
    if lastAt != outline.at {
      timeWidth = max(timeWidth, times.text(outline.at).count)
      lastAt = outline.at
    }
    return readsData
  }
}
