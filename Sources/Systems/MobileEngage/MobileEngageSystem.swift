import EventSourcing
import MobileEngage
import Platform
import Simulation

/// Mobile Engage as the harness meets it, in scripted runs and in simulated worlds alike.
public enum MobileEngageSystem: WorldSystem {
  public typealias SDK = MobileEngageSDK
  public typealias Backend = MobileEngageBackend
  public typealias Reply = MobileEngageAnswer

  public static let name = "mobile_engage"

  /// The name of the backend, under which its events are recorded.
  package static let backend = "mobile_engage"

  public static let backends = [backend]

  public static let requestKinds = RequestKind.allCases.map { $0.rawValue }

  /// What scripts the answers to one kind of request.
  package enum RequestKind: String, CaseIterable {
    case client, contact
    case contactToken = "contact_token"
    case pushToken = "push_token"
    case events
  }

  /// A bare 2xx brings what the call asks for, by numbers that never repeat; nothing else does.
  public static func reply(status: Int64, to kind: String, number: Int64) -> MobileEngageAnswer {
    var answer = MobileEngageAnswer(status: status)
    guard ServerStatus(status).isSuccess, let kind = RequestKind(rawValue: kind) else {
      return answer
    }
    switch kind {
    case .client:
      answer.clientState = Personal("client-state-\(number)")
    case .contact:
      answer.contactToken = Personal("contact-token-\(number)")
      answer.refreshToken = Personal("refresh-token-\(number)")
    case .contactToken:
      answer.contactToken = Personal("renewed-contact-token-\(number)")
      answer.refreshToken = Personal("renewed-refresh-token-\(number)")
    case .pushToken, .events:
      break
    }
    return answer
  }

  public static func readingsSet(
    profile: String, _ readings: MobileEngageReadings
  ) -> MobileEngageWorldEvent? { .device(.readingsSet(profile: profile, readings: readings)) }

  public static let profiles = MobileEngageProfile.allCases.map { profile in
    Profile(
      name: profile.rawValue, readings: profile.readings,
      differences: Policy.table.filter { $0.profiles.contains(profile) }.map {
        ProfileDifference(name: $0.name, sentence: $0.sentence)
      })
  }

  /// The device's own, and those of the backends below their part of the state.
  public static var requirements: FieldRequirements {
    MobileEngageState.requirements + MobileEngageBackendState.requirements.below("backend")
  }

  public static let timers = MobileEngageTimer.allCases.map { $0.rawValue }

  public static func validationError(in reply: MobileEngageAnswer, for kind: String) -> String? {
    let hasTokens = reply.contactToken != nil || reply.refreshToken != nil
    guard hasTokens, kind != RequestKind.contact.rawValue,
      kind != RequestKind.contactToken.rawValue
    else { return nil }
    return "an answer to '\(kind)' brings no tokens; 'contact' and 'contact_token' do"
  }
}

extension MobileEngageAnswer: ScriptedReply {}
