import Properties

extension MobilePushSystem: SearchableSystem {
  public static let properties: [Property<MobilePushSystem>] = AttemptMonitor.properties
}
