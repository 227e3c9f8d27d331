import EventSourcing

/// The effects of the Mobile Engage backend.
public enum MobileEngageBackendEffect: Vocabulary {
  indirect case answerCall(device: String, request: Int64, answer: MobileEngageAnswer)

  /// The names of the effects, in the order of the effects of one event.
  public enum Name: CaseText, EffectName {
    case answerCall = "answer_call"

    public func word<Made>(_ word: EffectWord<MobileEngageBackendEffect, Made>) -> Made {
      switch self {
      case .answerCall:
        word(
          "The backend answers a device's call.", .request,
          .answerCall(device: "", request: 0, answer: .sample))
      }
    }
  }

  public var name: Name {
    switch self {
    case .answerCall: .answerCall
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
