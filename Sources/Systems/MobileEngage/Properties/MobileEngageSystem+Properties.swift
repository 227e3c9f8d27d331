import Properties

extension MobileEngageSystem: SearchableSystem {
  public static let properties: [Property<MobileEngageSystem>] = BatchMonitor.properties
}
