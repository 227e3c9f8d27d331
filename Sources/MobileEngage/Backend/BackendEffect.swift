import EventSourcing

/// What the Mobile Engage backend does.
public enum MobileEngageBackendEffect: Vocabulary {
  /// Answers a device's call.
  indirect case answerCall(device: String, request: Int64, answer: MobileEngageAnswer)

  public static let samples: [MobileEngageBackendEffect] = [
    .answerCall(device: "", request: 0, answer: .sample)
  ]

  public func fields<V: Visitor>(_ v: inout V) throws(V.Failure) -> MobileEngageBackendEffect {
    switch self {
    case .answerCall(let device, let request, let answer):
      v.word("answer_call", "The backend answers a device's call.")
      return .answerCall(
        device: try v("device", device), request: try v("request", request),
        answer: try answer.fields(&v))
    }
  }
}
