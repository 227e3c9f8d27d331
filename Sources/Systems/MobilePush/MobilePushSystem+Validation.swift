import EventSourcing
import MobilePush
import Simulation

extension MobilePushSystem {
  public static func validationError(in event: MobilePushWorldEvent) -> String? {
    switch event {
    case .backend(.engagement(.inAppPublished(let message))),
      .backend(.engagement(.inAppEdited(let message))):
      validationError(in: DownloadedMessage(message), for: .inAppMessages)
    case .backend(.engagement(.inboxPublished(let message))):
      validationError(in: DownloadedMessage(message), for: .inboxMessages)
    case .backend(.engagement(.backendConfigured(let devices))) where devices < 1:
      "'generic_key_devices' is at least 1: a key has one device before it looks generic"
    case .device, .backend, .network:
      nil
    }
  }

  public static func knownTexts(
    of field: String, in event: MobilePushWorldEvent.Name
  ) -> [String] {
    guard case .device(.silentPushReceived) = event, field == "content" else { return [] }
    return SilentPushContent.allCases.map { $0.rawValue }
  }

  public static func validationError(in reply: MobilePushReply, for kind: String) -> String? {
    guard let messages = reply.messages, !messages.isEmpty else { return nil }
    guard let kind = RequestKind(rawValue: kind), kind.isFetch else {
      return "an answer to '\(kind)' brings no messages"
    }
    return messages.lazy.compactMap { validationError(in: $0, for: kind) }.first
  }

  private static func validationError(in message: DownloadedMessage, for kind: RequestKind)
    -> String?
  {
    if message.id.isEmpty { return "a message needs an id" }
    switch kind {
    case .inAppMessages:
      if let trigger = message.trigger {
        return trigger.event.isEmpty ? "the trigger of '\(message.id)' names no event" : nil
      }
      return "the in-app message '\(message.id)' has no trigger and would never be shown"
    case .inboxMessages:
      return message.trigger == nil ? nil : "'\(message.id)' has a trigger: it is an in-app message"
    case .registration, .analytics:
      return nil
    }
  }
}
