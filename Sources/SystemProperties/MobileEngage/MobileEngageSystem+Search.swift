import EventSourcing
import MobileEngage
import Simulation
import Systems

extension MobileEngageSystem {
  /// A life of an app in few words: its process, its network, two contacts, an event and a token,
  /// and a server that answers, refuses the contact token or is not there.
  public static let alphabet = Alphabet<Machine.Event, Reply>(
    inputs: [
      .device(.appLaunched()), .device(.appBackgrounded), .device(.appForegrounded),
      .device(.processTerminated), .device(.connectivityChanged(online: false)),
      .device(.connectivityChanged(online: true)), .device(.contactSet(value: "anna")),
      .device(.contactSet(value: "ben")), .device(.contactCleared),
      .device(.eventTracked(name: "purchase")), .device(.pushTokenReceived(token: "token")),
    ],
    replies: RequestKind.allCases.map { kind in
      var replies = [
        defaultReply(to: kind.rawValue, number: 1), MobileEngageAnswer(status: 503),
      ]
      switch kind {
      case .client, .contact: break
      case .contactToken, .pushToken, .events: replies.append(MobileEngageAnswer(status: 401))
      }
      return (kind.rawValue, replies)
    })

  /// The numbers of requests, of entries and of calls only ever rise.
  public static let numberFields = [
    NumberField("request"), NumberField("last_request"), NumberField("entry", .counter(1)),
    NumberField("last_entry", .counter(1)), NumberField("restarts_after", .counter(1)),
    NumberField("number", .counter(2)), NumberField("last_number", .counter(2)),
    NumberField("calls", .counter(2)), NumberField("waits_for", .counter(2)),
  ]

  /// The words of apps and users, mistakes included.
  public static let searchedPools = InventorPools.searched([
    InventorPools.Field("code", ["APP", "APP", "APP-2", ""]),
    InventorPools.Field("field_id", [3, 3, 7]),
    InventorPools.Field("event_batch_limit", [1, 2, 50]),
  ])

  /// Whether an event is drawn: a simulated network changes a device's connectivity itself.
  public static func isSearched(_ event: MobileEngageWorldEvent, isSimulated: Bool) -> Bool {
    switch event {
    case .device(.connectivityChanged): !isSimulated
    case .device, .backend, .network: true
    }
  }
}
