import EventSourcing

/// The effects of Engagement.
public enum EngagementEffect: Vocabulary {
  case answerRequest(device: String, request: Int64, status: Int64)
  case answerDownload(device: String, request: Int64, messages: [DownloadedMessage])
  case submitPush(device: String, token: Personal, id: String)
  case submitSilentPush(device: String, token: Personal, content: String)
  case awaitVisibility(due: Instant)
  case diagnose(code: MobilePushDiagnosis, detail: String)

  /// The names of the effects, in the order of the effects of one event.
  public enum Name: CaseText, EffectName {
    case answerRequest = "answer_request", answerDownload = "answer_download"
    case submitPush = "submit_push", submitSilentPush = "submit_silent_push"
    case awaitVisibility = "await_visibility", diagnose

    public func word<Made>(_ word: EffectWord<EngagementEffect, Made>) -> Made {
      switch self {
      case .answerRequest:
        word(
          "Engagement answers a call.", .request, .answerRequest(device: "", request: 0, status: 0))
      case .answerDownload:
        word(
          "Engagement answers with messages.", .request,
          .answerDownload(device: "", request: 0, messages: []))
      case .submitPush:
        word(
          "Engagement hands a notification to the push service.", .request,
          .submitPush(device: "", token: "", id: ""))
      case .submitSilentPush:
        word(
          "Engagement announces new messages to a device's SDK.", .request,
          .submitSilentPush(device: "", token: "", content: ""))
      case .awaitVisibility:
        word("Engagement processes received data at `due`.", .timer, .awaitVisibility(due: .sample))
      case .diagnose:
        word(
          "Engagement records what was ignored or is questionable.", .internal,
          .diagnose(code: .sample, detail: ""))
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

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> EngagementEffect {
    switch self {
    case .answerRequest(let device, let request, let status):
      .answerRequest(
        device: try visitor("device", device, "The name of the device."),
        request: try visitor("request", request, "The number of the request."),
        status: try visitor("status", status, "The HTTP status of the answer."))
    case .answerDownload(let device, let request, let messages):
      .answerDownload(
        device: try visitor("device", device, "The name of the device."),
        request: try visitor("request", request, "The number of the request."),
        messages: try visitor("messages", messages, "The messages that it brings."))
    case .submitPush(let device, let token, let id):
      .submitPush(
        device: try visitor("device", device, "The name of the device."),
        token: try visitor("token", token, "The device token."),
        id: try visitor("id", id, "The id of the push."))
    case .submitSilentPush(let device, let token, let content):
      .submitSilentPush(
        device: try visitor("device", device, "The name of the device."),
        token: try visitor("token", token, "The device token."),
        content: try visitor("content", content, "The kind of messages to fetch."))
    case .awaitVisibility(let due):
      .awaitVisibility(due: try visitor("due", due, "When it falls due."))
    case .diagnose(let code, let detail):
      .diagnose(
        code: try visitor("code", code, "The kind of diagnosis."),
        detail: try visitor("detail", detail, "The subject of the diagnosis."))
    }
  }
}
