// The files of `Specs` themselves, which stand in the command so that it has them wherever it runs.

extension MobilePushSystem {
  public static let documentRules = String(
    decoding: PackageResources.mobilepush_rules_yaml, as: UTF8.self)
}

extension MobileEngageSystem {
  public static let documentRules = String(
    decoding: PackageResources.mobile_engage_rules_yaml, as: UTF8.self)
}
