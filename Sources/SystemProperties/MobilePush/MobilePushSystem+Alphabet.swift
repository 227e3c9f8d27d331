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
}
