import EventSourcing

/// The choices of the harness and the app; every feature receives them as a value.
public struct MobileEngageSettings: StateView {
  /// The behaviour that holds where the document and the public SDKs differ.
  public private(set) var profile = MobileEngageProfile.documents
  /// The readings of the document where it is silent.
  public private(set) var readings = MobileEngageReadings()
  /// The configuration by the app so far; nothing is left out.
  public private(set) var config = MobileEngageConfig.defaults
  /// The rule that is broken as a public SDK once broke it; `nil` outside the gallery.
  ///
  /// It is neither described nor compared: see `MobileEngageDefect`.
  @Incidental private var defect: MobileEngageDefect?

  /// Whether the profile in force follows a policy.
  func follows(_ policy: Policy) -> Bool { profile.follows(policy) }

  /// Whether a rule is broken.
  func has(_ defect: MobileEngageDefect) -> Bool { self.defect == defect }

  /// Breaks a rule from the beginning.
  mutating func install(_ defect: MobileEngageDefect) { self.defect = defect }

  /// Whether users who are not signed in have a contact (ME-4).
  var hasAnonymousContacts: Bool { config.anonymousContacts != false }

  /// Takes the harness's choice; `false` where there is no profile of that name.
  mutating func choose(_ readings: MobileEngageReadings, profile name: String) -> Bool {
    self.readings = readings
    guard let profile = MobileEngageProfile(rawValue: name) else { return false }
    self.profile = profile
    return true
  }

  /// Takes what the app configured; what it leaves out stays as it was.
  mutating func configure(_ change: MobileEngageConfig) {
    config = change.filled(from: config)
  }

  /// Waits for the first launch of a new installation, which configures everything.
  mutating func forgetConfiguration() { config = .defaults }
}

extension MobileEngageSettings: Record {
  public static var sample: MobileEngageSettings { MobileEngageSettings() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> MobileEngageSettings {
    var stored = self
    stored.profile = try visitor("profile", profile, "The name of the profile.")
    stored.readings = try visitor("readings", readings, "The readings of the document.")
    stored.config = try visitor("config", config, "The app's configuration.")
    return stored
  }
}
