import EventSourcing

/// The MobilePush SDK on one device.
public enum MobilePushSDK: Reducer {
  public typealias State = MobilePushState
  public typealias Event = MobilePushEvent
  public typealias Effect = MobilePushEffect
  public typealias Config = MobilePushConfig
  public typealias Readings = MobilePushReadings

  public static var initial: MobilePushState { MobilePushState() }

  public static func reduce(
    _ state: inout MobilePushState, _ event: RecordedEvent<MobilePushEvent>,
    into effects: inout Effects<MobilePushEffect>
  ) {
    state.now = event.at
  }
}
