import EventSourcing

/// The number of records that one instant may have before a run is taken not to get past it.
///
/// A loop, where each answer leads to the next request at once, has no end. What has waited and
/// leaves at one instant has one, however much it is, and looks the same until then. It waits
/// because of inputs: each of them allows for a call, its answer and what these lead to.
package enum InstantBound {
  /// The number of records that any instant may have.
  package static var least: Int { 10_000 }

  /// Returns the number of records that an instant may have in a run with so many inputs so far.
  package static func records(after inputs: Int) -> Int { least + 20 * inputs }
}

/// Counts the records of one instant that follow from one another: a loop makes it grow, many
/// devices at one instant do not.
struct CausalDepth: Sendable {
  /// The longest chain of causes at the instant reached.
  private var deepest = 0
  /// The number of records so far that have no cause.
  private var inputs = 0
  private var at = Instant.distantPast
  private var first: Int64 = 1
  private var depths: [Int] = []
  private var seen: Int64 = 0

  /// Whether the chain has no end.
  var isEndless: Bool { deepest > InstantBound.records(after: inputs) }

  /// Takes the records that came since the last time.
  mutating func update<Event, Effect>(_ log: EventLog<Event, Effect>) {
    // Looked at by place: a copy of a record would be one of its event or effect.
    while seen < log.count {
      let place = Int(seen - log.taken)
      seen += 1
      if log.records[place].at != at {
        at = log.records[place].at
        first = seen
        depths.removeAll(keepingCapacity: true)
        deepest = 0
      }
      var depth = 0
      if let cause = log.records[place].cause {
        if cause >= first, Int(cause - first) < depths.count {
          depth = depths[Int(cause - first)] + 1
        }
      } else {
        inputs += 1
      }
      depths.append(depth)
      deepest = max(deepest, depth)
    }
  }
}
