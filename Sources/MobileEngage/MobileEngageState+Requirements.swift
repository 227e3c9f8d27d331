import EventSourcing

extension MobileEngageState {
  /// The requirements behind each part of what the SDK remembers.
  public static var requirements: FieldRequirements {
    [
      "settings": [], "process.phase": ["ME-5.every_start"], "process.launched": ["ME-5"],
      "process.online": ["ME-7.queued"], "process.storage_locked": ["DEV-4"],
      "process.installed_after": ["DEV-1.other"],
      "application": ["ME-1.first", "ME-4.linked", "ME-6.registered"],
      "queue.application": ["ME-4.linked", "ME-6.registered"],
      "client.state": ["ME-2", "ME-14.client_state"],
      "client.properties": ["ME-1", "ME-3"],
      "client.acknowledged": ["ME-3", "ME-14.hashes"],
      "client.unanswered": ["ME-1", "ME-3.stored"],
      "client.changed": ["ME-1.changed"],
      "contact.identity": ["ME-8", "ME-9"],
      "contact.tokens": ["ME-4", "ME-8", "ME-14.tokens"],
      "contact.tokens.contact": ["ME-8.contact_token", "ME-14.tokens"],
      "contact.tokens.refresh": ["ME-4.refresh_token", "ME-14.tokens"],
      "contact.set_in_process": ["ME-12.contact"],
      "logout": ["ME-9"],
      "push.token": ["ME-6"], "push.handed_over": ["ME-6.registered"],
      "push.registered": ["ME-6.unchanged", "ME-14.push_token"],
      "events": ["ME-7"], "events.start_tracked": ["ME-5.every_start"],
      "events.session_since": [], "events.restarts_after": [],
      "queue": ["ME-7", "ME-14.queue"], "queue.calls.attempts": ["ME-7.queued"],
      "queue.client_attempts": ["ME-7", "ME-1"],
      "traffic": ["ME-7"],
    ]
  }
}

extension MobileEngageBackendState {
  /// The requirements behind each part of what the backend knows.
  public static var requirements: FieldRequirements {
    [
      "up": [], "anonymous_contacts": ["ME-4.allowed"], "anonymous_issued": ["ME-4.linked"],
      "tokens_issued": ["ME-8.contact_token"], "states_issued": ["ME-2"],
      "clients": ["ME-8"], "clients.properties": ["ME-1"], "clients.state": ["ME-2"],
      "clients.contact": ["ME-8.linked"], "clients.push_token": ["ME-6"],
      "clients.grants": ["ME-8.contact_token", "ME-4.refresh_token"],
      "clients.counted": ["ME-7"], "contacts": ["ME-8"],
      "clients.installed_after": ["DEV-1.other"], "installed_after": ["DEV-1.other"],
      "earlier_installations": ["DEV-1.other"],
    ]
  }
}
