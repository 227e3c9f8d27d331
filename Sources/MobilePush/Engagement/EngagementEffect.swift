import EventSourcing

/// What Engagement does.
public enum EngagementEffect: Vocabulary {
  /// Answers a device's call; the status says received, not processed (REG-10).
  case answerRequest(device: String, request: Int64, status: Int64)
  /// Answers a device's call with messages (IAM-1, INBOX-1).
  case answerDownload(device: String, request: Int64, messages: [DownloadedMessage])
  /// Hands a notification to the push service.
  case submitPush(device: String, token: Personal, id: String)
  /// Hands over a push that tells the SDK of new messages (IAM-2, INBOX-2).
  case submitSilentPush(device: String, token: Personal, content: String)
  /// Processes the oldest data when its propagation delay is over.
  case awaitVisibility(due: Instant)
  /// Writes down what the documents advise against, or what makes no sense; nobody is told.
  case diagnose(code: MobilePushDiagnosis, detail: String)

  public static let samples: [EngagementEffect] = [
    .answerRequest(device: "", request: 0, status: 0),
    .answerDownload(device: "", request: 0, messages: []),
    .submitPush(device: "", token: "", id: ""),
    .submitSilentPush(device: "", token: "", content: ""), .awaitVisibility(due: .sample),
    .diagnose(code: .sample, detail: ""),
  ]

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> EngagementEffect {
    switch self {
    case .answerRequest(let device, let request, let status):
      visitor.word("answer_request", "Engagement answers a call.")
      return .answerRequest(
        device: try visitor("device", device), request: try visitor("request", request),
        status: try visitor("status", status))
    case .answerDownload(let device, let request, let messages):
      visitor.word("answer_download", "Engagement answers with messages.")
      return .answerDownload(
        device: try visitor("device", device), request: try visitor("request", request),
        messages: try visitor("messages", messages))
    case .submitPush(let device, let token, let id):
      visitor.word("submit_push", "Engagement hands a notification to the push service.")
      return .submitPush(
        device: try visitor("device", device), token: try visitor("token", token),
        id: try visitor("id", id))
    case .submitSilentPush(let device, let token, let content):
      visitor.word("submit_silent_push", "Engagement tells a device's SDK of new messages.")
      return .submitSilentPush(
        device: try visitor("device", device), token: try visitor("token", token),
        content: try visitor("content", content))
    case .awaitVisibility(let due):
      visitor.word("await_visibility", "Engagement processes received data at `due`.")
      return .awaitVisibility(due: try visitor("due", due))
    case .diagnose(let code, let detail):
      visitor.word("diagnose", "Engagement writes down what should not be done.")
      return .diagnose(code: try visitor("code", code), detail: try visitor("detail", detail))
    }
  }
}
