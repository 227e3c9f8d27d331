import EventSourcing
import MobilePush
import Simulation
import Systems

extension MobilePushSystem {
  /// A life of an app in few words: its process, its network, two values for the contact key and
  /// for one attribute, and a server that takes a registration or is not there.
  public static let alphabet = Alphabet<Machine.Event, Reply>(
    inputs: [
      .device(.appLaunched()), .device(.appBackgrounded), .device(.appForegrounded),
      .device(.processTerminated), .device(.connectivityChanged(online: false)),
      .device(.connectivityChanged(online: true)), .device(.contactKeySet(key: "anna")),
      .device(.contactKeySet(key: "ben")), .device(.attributeSet(key: "city", value: "Oslo")),
      .device(.attributeSet(key: "city", value: "Bergen")),
    ],
    replies: requestKinds.map { kind in
      let success = defaultReply(to: kind, number: 1)
      let isFetch = success.messages != nil
      return (kind, isFetch ? [success] : [success, MobilePushReply(status: 503)])
    })

  /// The numbers of requests, of entries and of calls only ever rise.
  public static let numberFields = [
    NumberField("request"), NumberField("requests"), NumberField("in_flight"),
    NumberField("last_answered"), NumberField("entry", .counter(1)),
    NumberField("entries", .counter(1)),
    // Nothing asks for more than whether it is the first or the second.
    NumberField("attempts", .upTo(2)),
  ]

  /// The words of apps, users and marketers, mistakes included: keys that are reserved, tags that
  /// the SDK sets itself, and numbers near the edges that count.
  public static let searchedPools = InventorPools.searched([
    InventorPools.Field("content", ["in_app", "in_app", "inbox", "inbox", "else", ""]),
    InventorPools.Field(
      "key",
      ["alpha", "alpha", "beta", " alpha ", "", " ", "status", " Badge ", "CONTACTKEY", "gamma"]),
    InventorPools.Field(
      "tag", ["gold", "gold", "silver", " gold ", "ALL", "iOS", "ANDROID", "DEBUG", "", " "]),
    InventorPools.Field("priority", [0, 1, 2]),
    InventorPools.Field("version", [1, 2, 3, 4]),
    InventorPools.Field("contact", ["alpha", "alpha", "alpha", "beta", "gamma"]),
    InventorPools.Field("display_limit", [1, 2]),
    InventorPools.Field("device_id", ["device-x"]),
  ])

  /// Weighs events more that have an effect only where they meet the words of others.
  public static func weight(of event: MobilePushWorldEvent.Name) -> Int64 {
    switch event {
    case .device(.customEventTracked), .backend(.engagement(.pushSent)),
      .backend(.engagement(.inAppPublished)), .backend(.engagement(.inAppEdited)):
      12
    case .device(.silentPushReceived), .device(.contactKeySet): 8
    case .device, .backend, .network: 1
    }
  }

  /// Whether an event is drawn: a simulation brings tokens, pushes and connectivity itself.
  public static func isSearched(_ event: MobilePushWorldEvent, isSimulated: Bool) -> Bool {
    switch event {
    case .device(.deviceTokenReceived), .device(.notificationReceived),
      .device(.silentPushReceived), .device(.connectivityChanged):
      !isSimulated
    case .device, .backend, .network: true
    }
  }
}
