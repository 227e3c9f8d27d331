import EventSourcing

/// The behaviour that the model follows where the document and the public SDKs differ.
public enum MobileEngageProfile: String, Choice {
  /// The description of the v3 workflow.
  case documents
  /// The behaviour of `emartech/ios-emarsys-sdk`.
  case ios
  /// The behaviour of `emartech/android-emarsys-sdk`.
  case android

  /// The readings that hold under this profile unless others are chosen.
  public var readings: MobileEngageReadings {
    switch self {
    case .documents: MobileEngageReadings()
    // Both track `app:start` once a process and `session:start` with each session; the sources
    // stand with `startNeedsToken` and `sessionPerForeground`.
    case .ios, .android: MobileEngageReadings(startEvent: .both)
    }
  }

  /// Whether this profile follows a policy.
  package func follows(_ policy: Policy) -> Bool {
    policies & policy.bit != 0
  }

  /// The policies that this profile follows, a bit each.
  private var policies: UInt64 {
    switch self {
    case .documents: Self.policiesOfDocuments
    case .ios: Self.policiesOfIOS
    case .android: Self.policiesOfAndroid
    }
  }

  // The table is read once, not at every decision.
  private static let policiesOfDocuments = policies(of: .documents)
  private static let policiesOfIOS = policies(of: .ios)
  private static let policiesOfAndroid = policies(of: .android)

  private static func policies(of profile: MobileEngageProfile) -> UInt64 {
    Policy.table.reduce(0) { bits, row in
      row.profiles.contains(profile) ? bits | row.policy.bit : bits
    }
  }
}
