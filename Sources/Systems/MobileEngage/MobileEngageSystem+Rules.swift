import Simulation

extension MobileEngageSystem {
  /// A copy of `Specs/mobile_engage/documents.rules.yaml`, so that the command has the rules
  /// wherever it runs; a string, because a resource has to stand in its target's folder.
  public static let documentRules = #"""
    # What the workflow says of Mobile Engage that can be seen from outside: rules for
    # traces by whoever recorded them. The command has a copy of this file, which a test compares.
    format: 1
    sdk: mobile_engage

    always:

      # Start

      - id: CLIENT-BEFORE-EVENTS
        covers: [ME-1, ME-10]
        requires: send_client
        before: send_events
      - id: CLIENT-BEFORE-CONTACT
        covers: [ME-1, ME-10]
        requires: send_client
        before: link_anonymous_contact
      - id: LAUNCHED
        covers: [ME-1]
        requires: app_launched
        before: send_client
      - id: CLIENT-STATE
        covers: [ME-2]
        never: { send_events: { headers: { client_state: absent } } }
        after: { response_received: { client_state: present } }
      - id: OFFLINE-CLIENT
        whenever: { connectivity_changed: { online: false } }
        not: send_client
        for: 3650d
        until: [{ connectivity_changed: { online: true } }]

      # What needs a contact token

      - id: EVENTS-TOKEN
        covers: [ME-5, ME-13]
        never: { send_events: { headers: { contact_token: absent } } }
      - id: PUSH-TOKEN-TOKEN
        covers: [ME-6, ME-13]
        never: { register_push_token: { headers: { contact_token: absent } } }
      - id: REMOVE-TOKEN
        covers: [ME-13]
        never: { remove_push_token: { headers: { contact_token: absent } } }

      # Push token, contact, events

      - id: PUSH-TOKEN-KNOWN
        covers: [ME-6]
        requires: push_token_received
        before: register_push_token
      - id: CONTACT-SET
        covers: [ME-8]
        requires: contact_set
        before: link_contact
      - id: BATCH
        covers: [ME-7]
        never: { send_events: { events: { size: 0 } } }
      - id: ENDED
        covers: [ME-14]
        note: "A process that has ended sends nothing; what waits is kept."
        whenever: app_force_closed
        not: send_events
        for: 3650d
        until: [app_launched]
      - id: OFFLINE-EVENTS
        whenever: { connectivity_changed: { online: false } }
        not: send_events
        for: 3650d
        until: [{ connectivity_changed: { online: true } }]

      # Contact tokens that are refused

      - id: REFRESH-REFUSED
        note: "Only a refused token is refreshed."
        requires: { response_received: { status: 401 } }
        before: refresh_contact_token
      - id: REFRESH-ONE
        note: "One refresh at a time."
        whenever: refresh_contact_token
        not: refresh_contact_token
        for: 30s
        until: [response_received, request_failed, app_launched]

    """#
}
