import EventSourcing

/// What Engagement does.
public enum EngagementEffect: Vocabulary {
  /// Answers a device's call; the status says received, not processed (REG-10).
  case answerRequest(device: String, request: Int64, status: Int64)
  /// Answers a device's call with messages (IAM-1, INBOX-1).
  case answerDownload(device: String, request: Int64, messages: [DownloadedMessage])
  /// Hands a notification to the push service.
  case submitPush(device: String, token: Personal, id: String)
  /// Hands over a push that announces new messages to the SDK (IAM-2, INBOX-2).
  case submitSilentPush(device: String, token: Personal, content: String)
  /// Processes the oldest data when its propagation delay is over.
  case awaitVisibility(due: Instant)
  /// Records what the documents advise against, or what makes no sense; no device hears of it.
  case diagnose(code: MobilePushDiagnosis, detail: String)

  /// The names of the effects, in the order of the effects of one event.
  public enum Name: EffectName {
    case answerRequest, answerDownload, submitPush, submitSilentPush, awaitVisibility, diagnose

    public var entry: (text: StaticString, summary: StaticString) {
      switch self {
      case .answerRequest: ("answer_request", "Engagement answers a call.")
      case .answerDownload: ("answer_download", "Engagement answers with messages.")
      case .submitPush: ("submit_push", "Engagement hands a notification to the push service.")
      case .submitSilentPush:
        ("submit_silent_push", "Engagement announces new messages to a device's SDK.")
      case .awaitVisibility: ("await_visibility", "Engagement processes received data at `due`.")
      case .diagnose: ("diagnose", "Engagement writes down what should not be done.")
      }
    }

    public var role: EffectRole {
      switch self {
      case .answerRequest, .answerDownload, .submitPush, .submitSilentPush: .request
      case .awaitVisibility: .timer
      case .diagnose: .internal
      }
    }
  }

  public var name: Name {
    switch self {
    case .answerRequest: .answerRequest
    case .answerDownload: .answerDownload
    case .submitPush: .submitPush
    case .submitSilentPush: .submitSilentPush
    case .awaitVisibility: .awaitVisibility
    case .diagnose: .diagnose
    }
  }

  public static func sample(of name: Name) -> EngagementEffect {
    switch name {
    case .answerRequest: .answerRequest(device: "", request: 0, status: 0)
    case .answerDownload: .answerDownload(device: "", request: 0, messages: [])
    case .submitPush: .submitPush(device: "", token: "", id: "")
    case .submitSilentPush: .submitSilentPush(device: "", token: "", content: "")
    case .awaitVisibility: .awaitVisibility(due: .sample)
    case .diagnose: .diagnose(code: .sample, detail: "")
    }
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> EngagementEffect {
    switch self {
    case .answerRequest(let device, let request, let status):
      .answerRequest(
        device: try visitor("device", device), request: try visitor("request", request),
        status: try visitor("status", status))
    case .answerDownload(let device, let request, let messages):
      .answerDownload(
        device: try visitor("device", device), request: try visitor("request", request),
        messages: try visitor("messages", messages))
    case .submitPush(let device, let token, let id):
      .submitPush(
        device: try visitor("device", device), token: try visitor("token", token),
        id: try visitor("id", id))
    case .submitSilentPush(let device, let token, let content):
      .submitSilentPush(
        device: try visitor("device", device), token: try visitor("token", token),
        content: try visitor("content", content))
    case .awaitVisibility(let due):
      .awaitVisibility(due: try visitor("due", due))
    case .diagnose(let code, let detail):
      .diagnose(code: try visitor("code", code), detail: try visitor("detail", detail))
    }
  }
}
