import EventSourcing

extension MobilePushState {
  /// The requirements behind each part of what the SDK remembers.
  public static var requirements: FieldRequirements {
    [
      "readings": [], "profile": [], "config": [], "requests": [], "now": [],
      "process.phase": ["IAM-3", "ANA-1"], "process.foreground_since": ["ANA-1"],
      "system.online": ["REG-2", "IAM-3", "INBOX-3"],
      "system.wall_clock_offset": ["IAM-5", "INBOX-1"],
      "system.storage_locked": ["DEV-4"], "system.reinstallations": ["DEV-1.other"],
      "push.permission": ["PUSH-3.opt_in", "REG-4.opt_in"],
      "push.switched_on": ["PUSH-3.opt_in", "REG-4.opt_in"],
      "push.token_requested": ["PUSH-1"],
      "registration.record": ["REG-4", "REG-15"],
      "registration.record.subscriberKey": ["REG-4.contact_key", "REG-16", "REG-17"],
      "registration.record.device_Token": ["PUSH-3.token", "REG-4.token"],
      "registration.record.deviceID": ["PUSH-3.device_id"],
      "registration.record.push_Enabled": ["PUSH-3.opt_in", "REG-4.opt_in"],
      "registration.record.quietPushEnabled": ["REG-4.quiet_push"],
      "registration.record.location_Enabled": ["REG-4.location"],
      "registration.record.proximity_Enabled": ["REG-4.proximity"],
      "registration.record.platform_Version": ["REG-4.platform_version"],
      "registration.record.app_Version": ["REG-4.app_version"],
      "registration.record.sdk_Version": ["REG-4.sdk_version"],
      "registration.record.hwid": ["REG-4.hardware"],
      "registration.record.locale": ["REG-4.locale"],
      "registration.record.language": ["REG-4.language"],
      "registration.record.timeZone": ["REG-4.time_zone"],
      "registration.record.dST": ["REG-4.dst"],
      "registration.record.attributes": ["REG-4.attributes", "REG-19"],
      "registration.record.tags": ["REG-4.tags", "REG-20"],
      "registration.tags": ["REG-4.tags", "REG-20"],
      "registration.changed_at": ["REG-2", "REG-6"],
      "registration.in_flight": ["REG-9", "REG-22.pending"],
      "registration.last_attempt": ["REG-3", "REG-22.limits"],
      "registration.attempts": ["REG-1", "REG-2"],
      "registration.last_sent": ["REG-5", "REG-6.latest"],
      "registration.acknowledged": ["REG-10.received", "REG-5"],
      "registration.unacknowledged": ["REG-10.received", "REG-7.retried"],
      "registration.failures": ["REG-7.increasing", "REG-22.retries"],
      "registration.retry_at": ["REG-7"],
      "registration.refused": ["REG-7.retried"],
      "registration.timers": ["REG-2", "REG-7"],
      "registration.listeners": ["REG-14"],
      "analytics.queue": ["ANA-3", "ANA-2.kept"],
      "analytics.entries": ["ANA-3"],
      "analytics.in_flight": ["ANA-3.once", "ANA-1"],
      "analytics.owes_flush": ["ANA-1.owed"],
      "in_app.messages": ["IAM-4", "IAM-7.kept"],
      "in_app.messages.version": ["IAM-4"], "in_app.messages.priority": ["IAM-5.priority"],
      "in_app.messages.trigger": ["IAM-5.trigger"],
      "in_app.messages.display_limit": ["IAM-5.trigger"],
      "in_app.messages.start": ["IAM-5.trigger"], "in_app.messages.end": ["IAM-5.trigger"],
      "in_app.messages.displays": ["IAM-5.trigger"],
      "in_app.showing": ["IAM-5"],
      "in_app.in_flight": ["IAM-3"], "in_app.waiting": ["IAM-3"],
      "inbox.messages": ["INBOX-2", "INBOX-5"],
      "inbox.messages.status": ["INBOX-5"],
      "inbox.notified": ["INBOX-5"],
      "inbox.limited_since": ["INBOX-4"],
      "inbox.in_flight": ["INBOX-2"], "inbox.waiting": ["INBOX-3"],
      "inbox.last_answered": ["INBOX-2"],
    ]
  }
}

extension EngagementState {
  /// The requirements behind each part of what Engagement knows.
  public static var requirements: FieldRequirements {
    [
      "propagation": ["ENG-3"], "keyless_contact": ["ENG-6"], "generic_key_devices": ["ENG-13"],
      "up": [], "generated": ["ENG-6.made_up"], "attributes": ["ENG-12"],
      "received": ["ENG-2", "ENG-11"],
      "received.contacts.last_app_open": ["ENG-2.refreshed"],
      "received.contacts.orphaned_by": ["ENG-7"],
      "received.devices": ["ENG-11", "ENG-5"],
      "received.devices.opted_in": ["PUSH-5.opted_in", "ENG-5"],
      "visible": ["ENG-1", "ENG-3"],
      "visible.contacts.last_app_open": ["ENG-2.refreshed"],
      "visible.contacts.orphaned_by": ["ENG-7"],
      "visible.devices": ["ENG-5", "ENG-1"],
      "visible.devices.opted_in": ["PUSH-5.opted_in", "ENG-5"],
      "visible.devices.opted_out_by": ["ENG-5"],
      "visible.devices.refused_token": ["ENG-5.invalid_token"],
      "pending": ["ENG-3", "ENG-2"],
      "pending.opened": ["ENG-2.refreshed"],
      "pending.registration.opted_in": ["PUSH-5.opted_in", "ENG-1"],
      "installs": ["ENG-2"], "installs.counted": ["ANA-3.counted"],
      "installs.refused": ["ENG-12"],
      "in_app": ["IAM-1"], "in_app.deleted": ["IAM-7"], "inbox": ["INBOX-1"],
    ]
  }
}

extension PushServiceState {
  /// The requirements behind each part of what the push service knows.
  public static var requirements: FieldRequirements {
    [
      "auth_key_valid": ["ENG-5.auth_key"], "deliveries": ["ENG-4"],
      "devices": ["ENG-4"], "devices.opted_in": ["PUSH-2", "ENG-5.opted_out"],
      "devices.token_number": ["ENG-4", "PUSH-2"],
      "devices.reinstallations": ["DEV-1.other"],
      "devices.token_valid": ["ENG-4", "ENG-5.invalid_token"],
    ]
  }
}
