import EventSourcing
import JSON

/// The states of one party as the page keeps them: what each event changes, and now and then the
/// whole state, from which the page rebuilds any other.
struct PartyStates {
  private var output = JSONOutput(escapingInvisible: true)
  private var last = Value.fields([])
  private var count = 0

  /// The page rebuilds a state from at most this many changes.
  private static let distance = 200

  /// The entries as elements of a list: the row, what changed without an event of the party, what
  /// the event changed, and the whole state where that is kept.
  var entries: [UInt8] { output.bytes }

  mutating func add(_ fold: FoldedRecord.Fold, row: Int) {
    let isWhole = count % PartyStates.distance == 0
    output.list { list in
      list.element(Int64(row))
      list.changes(ValueChange.changes(from: last, to: fold.before))
      list.changes(ValueChange.changes(from: fold.before, to: fold.after))
      if isWhole { list.typedElement(fold.after) }
    }
    last = fold.after
    count += 1
  }
}
