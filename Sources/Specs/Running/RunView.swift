import EventSourcing
import Rules
import Simulation

/// A run as its judge sees it, in closures made where the machine's types are known.
struct RunView {
  /// The wanted fields of a record, by its number.
  let fields: (Int64, FieldSelection) -> Value?
  /// What a party's state shows at an instant.
  let state: (String, Instant, FieldSelection) -> Value
  /// What can be seen of the simulated backends.
  let backend: (FieldSelection) -> Value
  /// The armed timers of a party.
  let timers: (String) -> [PendingTimer]
  /// The instants of the records with a name, from a number and an instant on.
  let instants: (_ name: String, _ first: Int64, _ zero: Instant) -> [Instant]

  init<S: System>(
    _ system: S.Type, log: @escaping () -> EventLog<S.Machine.Event, S.Machine.Effect>,
    state: @escaping () -> S.Machine.State,
    timers: @escaping (String) -> [ArmedTimer<S.Machine.Event>]
  ) {
    fields = { log()[$0]?.fields($1) }
    self.state = { party, instant, selection in
      var maker = ViewMaker(selection, details: false)
      S.view(of: party, in: state(), at: instant, &maker)
      return .fields(maker.fields)
    }
    backend = { selection in
      var maker = ViewMaker(selection, details: false)
      S.backendView(in: state(), &maker)
      return .fields(maker.fields)
    }
    self.timers = { timers($0).map { PendingTimer(name: $0.name, due: $0.due) } }
    instants = { name, first, zero in
      log().records.filter {
        $0.seq >= first && $0.at >= zero && $0.name?.description == name
      }.map(\.at)
    }
  }
}
