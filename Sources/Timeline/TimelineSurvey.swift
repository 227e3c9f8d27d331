import EventSourcing
import Replay
import Reports
import Traces

/// The result of a first pass over a trace, by which the second one is laid out as it goes.
public struct TimelineSurvey: TimelineVisitor, Sendable {
  /// The parties with records that may be shown, in the order of their first one.
  public private(set) var parties: [PartyRange] = []
  /// The number of records, shown or not.
  public private(set) var records: Int64 = 0
  /// The number of effects among them.
  public private(set) var effects: Int64 = 0
  /// Every party of the trace, shown or not.
  public private(set) var allParties: [String] = []
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
  private var lastParty = 0
  // A world may have a hundred thousand devices: nothing looks for one of them in an array.
  private var places: [String: Int] = [:]
  private var known: Set<String> = []

  /// The records of one party that may be shown.
  public struct PartyRange: Equatable, Sendable {
    /// The party's name.
    public var name: String
    /// The number of its first record.
    public var first: Int64
    /// The number of its last record.
    public var last: Int64
    /// The number of its records.
    public var records: Int64
  }

  /// Surveys what `filter` may show, with instants as `times` writes them; `readsData` finds what
  /// is wrong with the data of a record too.
  public init(_ filter: TimelineFilter, _ times: TimeText, readsData: Bool = false) {
    self.filter = filter
    self.times = times
    self.readsData = readsData
  }

  public mutating func wants(_ outline: RecordOutline) -> Bool {
    records += 1
    if outline.kind == .effect { effects += 1 }
    range = (range?.lowerBound ?? outline.at)...outline.at
    if allParties.last != outline.party, known.insert(outline.party).inserted {
      allParties.append(outline.party)
    }
    guard filter.wants(outline) else { return readsData }
    lastSeq = max(lastSeq, outline.seq)
    count(outline)
    if lastAt != outline.at {
      timeWidth = max(timeWidth, times.text(outline.at).count)
      lastAt = outline.at
    }
    return readsData
  }

  public mutating func visit(_ record: TimelineRecord) {}

  private mutating func count(_ outline: RecordOutline) {
    if lastParty >= parties.count || parties[lastParty].name != outline.party {
      lastParty = places[outline.party] ?? parties.count
      if lastParty == parties.count {
        places[outline.party] = lastParty
        parties.append(
          PartyRange(name: outline.party, first: outline.seq, last: outline.seq, records: 0))
      }
    }
    parties[lastParty].last = outline.seq
    parties[lastParty].records += 1
  }
}
