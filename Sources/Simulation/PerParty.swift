import EventSourcing

/// A machine for any number of parties, made from a machine for a single one: an event at one party
/// changes nothing about the others.
public enum PerParty<Single: Reducer>: Reducer where Single.Readings == NoFields {
  public typealias Event = Single.Event
  public typealias Effect = Single.Effect
  public typealias Config = Single.Config

  public static var initial: State { State() }

  public static func reduce(
    _ state: inout State, _ event: RecordedEvent<Event>, into effects: inout Effects<Effect>
  ) {
    state.update(event.party) { Single.reduce(&$0, event, into: &effects) }
  }

  /// The states of the parties, in the order in which something happened to them.
  public struct State: PartyStates {
    private var entries: [Entry] = []

    public subscript(party: String) -> Single.State {
      get { entries.first { $0.name == party }?.shared.value ?? Single.initial }
      set { update(party) { $0 = newValue } }
    }

    mutating func update(_ party: String, _ change: (inout Single.State) -> Void) {
      let known = entries.firstIndex { $0.name == party }
      if known == nil { entries.append(Entry(name: party, shared: Shared(Single.initial))) }
      entries[known ?? entries.count - 1].shared.update(change)
    }

    public func view(_ visitor: inout some ViewVisitor) {
      visitor.nested("parties", entries, "In the order in which something happened to them.")
    }
  }

  /// One party.
  private struct Entry: PartView {
    let name: String
    var shared: Shared<Single.State>

    static var sample: Entry { Entry(name: "", shared: Shared(Single.initial)) }

    func view(_ visitor: inout some ViewVisitor) { visitor.party(name, shared) }
  }
}

/// The states of several parties, each of which sees only its own.
public protocol PartyStates: StateView {
  /// The state of one party.
  associatedtype Party: StateView

  /// The state of `party`; one to which nothing has happened is as at the beginning.
  subscript(party: String) -> Party { get }
}

extension System where Machine.State: PartyStates {
  public static func view(
    of party: String, in state: Machine.State, _ visitor: inout some ViewVisitor
  ) { visitor.show(state[party]) }
}
