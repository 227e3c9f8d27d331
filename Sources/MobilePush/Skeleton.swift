import EventSourcing
extension RegistrationBody { static var initial: RegistrationBody { RegistrationBody() } }
extension MobilePushState { var nextAttempt: Instant? { nil }; var isPending: Bool { false } }
extension InboxState { func visible(at: Instant) -> [StoredInboxMessage] { messages } }
func unreadCount(_ m: [StoredInboxMessage]) -> Int64 { 0 }
