import EventSourcing

/// What the Mobile Engage backend does.
public enum MobileEngageBackendEffect: Vocabulary {
  /// Answers a device's call.
  indirect case answerCall(device: String, request: Int64, answer: MobileEngageAnswer)

  /// The names of the effects, in the order of the effects of one event.
  public enum Name: EffectName {
    case answerCall

    public var entry: (text: StaticString, summary: StaticString) {
      switch self {
      case .answerCall: ("answer_call", "The backend answers a device's call.")
      }
    }

    public var role: EffectRole {
      switch self {
      case .answerCall: .request
      }
    }
  }

  public var name: Name {
    switch self {
    case .answerCall: .answerCall
    }
  }

  public static func sample(of name: Name) -> MobileEngageBackendEffect {
    switch name {
    case .answerCall: .answerCall(device: "", request: 0, answer: .sample)
    }
  }

  public func fields<V: Visitor>(_ v: inout V) throws(V.Failure) -> MobileEngageBackendEffect {
    switch self {
    case .answerCall(let device, let request, let answer):
      .answerCall(
        device: try v("device", device), request: try v("request", request),
        answer: try answer.fields(&v))
    }
  }
}
