import Simulation

extension MobilePushSystem {
  /// A copy of `Specs/mobilepush/documents.rules.yaml`, so that the command has the rules
  /// wherever it runs; a string, because a resource has to stand in its target's folder.
  public static let documentRules = #"""
    # What the documents say of MobilePush that can be seen from outside: rules for
    # traces by whoever recorded them. The command has a copy of this file, which a test compares.
    format: 1
    sdk: mobilepush

    always:

      # Registration

      - id: RATE
        covers: [REG-3]
        at_most: 1
        of: send_registration
        in_any: 60s
      - id: FIRST-LAUNCH
        covers: [REG-1]
        requires: app_launched
        before: send_registration
      - id: FIRST-ONCE
        covers: [REG-1]
        note: "The first attempt of an install; whatever follows is a retry or a change."
        count: { send_registration: { reason: first } }
        is: { at_most: 1 }
      - id: FIRST-FIRST
        covers: [REG-1]
        requires: { send_registration: { reason: first } }
        before: { send_registration: { reason: changed } }
      - id: BACK-OFF
        covers: [REG-7, REG-8]
        note: "Between retries of one streak, after failures that were known at once."
        gap_between: { send_registration: { reason: retry } }
        never_shrinks: true
        up_to: 1d
        anew_after:
          - { send_registration: { reason: { not: retry } } }
          - { response_received: { retry_after: present } }
          - { request_failed: { reason: timeout } }
          - connectivity_changed
          - app_launched
      - id: DELAY
        covers: [REG-12]
        note: "A contact key that was set before this launch is in the registrations."
        whenever:
          app_launched: { config: { delay_registration_until_contact_key_is_set: true } }
        not: { send_registration: { body: { subscriberKey: absent } } }
        for: 3650d
        until:
          - { contact_key_set: { key: { matches: "\\S" } } }
          - { app_launched: { config: { delay_registration_until_contact_key_is_set: false } } }
      - id: ENDED-REGISTRATION
        covers: [REG-22]
        note: "A process that has ended sends nothing."
        whenever: app_force_closed
        not: send_registration
        for: 3650d
        until: [app_launched]
      - id: OFFLINE-REGISTRATION
        whenever: { connectivity_changed: { online: false } }
        not: send_registration
        for: 3650d
        until: [{ connectivity_changed: { online: true } }]
      - id: LISTENER-ADDED
        covers: [REG-14]
        requires: registration_listener_added
        before: notify_registration_listener
      - id: LISTENER-SENT
        covers: [REG-14]
        requires: send_registration
        before: notify_registration_listener

      # Push

      - id: TOKEN-ASKED
        covers: [PUSH-1]
        requires: { app_launched: { initialized: true } }
        before: request_device_token

      # In-app messages

      - id: IN-APP-PUSH
        covers: [IAM-2]
        requires: { silent_push_received: { content: in_app } }
        before: { fetch_in_app_messages: { reason: silent_push } }
      - id: IN-APP-DOWNLOADED
        covers: [IAM-5]
        requires: { response_received: { messages: present } }
        before: show_in_app_message
      - id: IN-APP-ONE
        covers: [IAM-5]
        note: "One message on the screen at a time."
        whenever: show_in_app_message
        not: show_in_app_message
        for: 3650d
        until: [in_app_message_dismissed, in_app_message_interacted, app_launched]
      - id: OFFLINE-IN-APP
        whenever: { connectivity_changed: { online: false } }
        not: fetch_in_app_messages
        for: 3650d
        until: [{ connectivity_changed: { online: true } }]

      # Inbox

      - id: INBOX-PUSH
        covers: [INBOX-2]
        requires: { silent_push_received: { content: inbox } }
        before: { fetch_inbox_messages: { reason: silent_push } }
      - id: REFRESH-ASKED
        covers: [INBOX-4]
        requires: inbox_refresh_requested
        before: { fetch_inbox_messages: { reason: refresh } }
      - id: REFRESH-LIMIT
        covers: [INBOX-4]
        gap_between: { fetch_inbox_messages: { reason: refresh } }
        at_least: 60s
      - id: REFRESH-REFUSED
        covers: [INBOX-4]
        note: "No refresh is refused before one was made."
        requires: { fetch_inbox_messages: { reason: refresh } }
        before: refuse_inbox_refresh
      - id: OFFLINE-INBOX
        whenever: { connectivity_changed: { online: false } }
        not: fetch_inbox_messages
        for: 3650d
        until: [{ connectivity_changed: { online: true } }]

      # Analytics

      - id: FLUSH-EVENT
        covers: [ANA-1]
        note: "Only a transition sends, or the end of a batch in flight, which a flush waited for."
        whenever: custom_event_tracked
        not: send_analytics
        for: 3650d
        until: [app_backgrounded, app_foregrounded, app_launched, response_received, request_failed]
      - id: FLUSH-NOTIFICATION
        covers: [ANA-1]
        whenever: notification_received
        not: send_analytics
        for: 3650d
        until: [app_backgrounded, app_foregrounded, app_launched, response_received, request_failed]
      - id: FLUSH-CLOSED
        covers: [ANA-2]
        note: "What a force-close leaves behind waits for the next launch."
        whenever: app_force_closed
        not: send_analytics
        for: 3650d
        until: [app_launched]
      - id: OFFLINE-ANALYTICS
        whenever: { connectivity_changed: { online: false } }
        not: send_analytics
        for: 3650d
        until: [{ connectivity_changed: { online: true } }]
      - id: ONE-BATCH
        covers: [ANA-3]
        note: "One batch in flight: what it holds is not sent beside it."
        whenever: send_analytics
        not: send_analytics
        for: 30s
        until: [response_received, request_failed, app_launched]

    """#
}
