import Testing

/// For each of the documents' rules a small trace that breaks it, written without the machine.
enum BrokenRules {
  struct Case: CustomTestStringConvertible, Sendable {
    let id: String
    let sdk: String
    /// The records; number `at` breaks the rule, which is the last one unless said otherwise.
    let lines: [TraceText.Line]
    var at: Int?

    var trace: String { TraceText.text(sdk, lines) }
    /// The line at which it is broken; the header is the first.
    var line: Int { (at ?? lines.count) + 1 }
    var testDescription: String { id }
  }

  private static func event(_ second: Int, _ name: String, _ data: String = "{}") -> TraceText.Line
  {
    (second, "event", name, data)
  }

  private static func effect(
    _ second: Int, _ name: String, _ data: String = "{}"
  ) -> TraceText.Line { (second, "effect", name, data) }

  // MARK: - MobilePush

  private static func push(_ id: String, _ lines: [TraceText.Line], at: Int? = nil) -> Case {
    Case(id: id, sdk: "mobilepush", lines: lines, at: at)
  }

  private static func send(_ second: Int, _ request: Int, _ reason: String) -> TraceText.Line {
    effect(
      second, "send_registration",
      #"{"request":\#(request),"reason":"\#(reason)","body":\#(body)}"#)
  }

  private static func analytics(_ second: Int) -> TraceText.Line {
    effect(second, "send_analytics", #"{"request":9,"batch":[]}"#)
  }

  /// A batch with one entry of a kind.
  private static func batch(_ kind: String) -> TraceText.Line {
    effect(
      0, "send_analytics", #"{"request":9,"batch":[{"entry":1,"kind":"\#(kind)","at":0}]}"#)
  }

  private static func fetch(_ second: Int, _ kind: String, _ reason: String) -> TraceText.Line {
    effect(second, "fetch_\(kind)_messages", #"{"request":5,"reason":"\#(reason)"}"#)
  }

  private static func answer(_ second: Int, _ status: Int) -> TraceText.Line {
    event(second, "response_received", #"{"request":1,"status":\#(status)}"#)
  }

  private static let launch = event(0, "app_launched")
  static let body = #"{"push_Enabled":true,"attributes":[],"tags":[]}"#
  private static let notify = effect(
    0, "notify_registration_listener", #"{"listener":"a","registration":\#(body)}"#)
  private static let show = effect(60, "show_in_app_message", #"{"id":"a","version":1}"#)
  private static let delay =
    #"{"config":{"delay_registration_until_contact_key_is_set":true,"push":true}}"#
  private static let offline = event(60, "connectivity_changed", #"{"online":false}"#)
  private static let message = #"{"request":1,"status":200,"messages":[]}"#

  // MARK: - Mobile Engage

  private static func engage(_ id: String, _ lines: [TraceText.Line], at: Int? = nil) -> Case {
    Case(id: id, sdk: "mobile_engage", lines: lines, at: at)
  }

  private static func call(
    _ name: String, token: Bool = true, state: Bool = true, _ rest: String = ""
  ) -> TraceText.Line {
    let headers = [state ? #""client_state":"s""# : "", token ? #""contact_token":"t""# : ""]
      .filter { !$0.isEmpty }.joined(separator: ",")
    return effect(
      60, name,
      #"{"request":3,"method":"POST","path":"/a","headers":{\#(headers)}\#(rest)}"#)
  }

  private static let client = call("send_client", #","properties":{}"#)
  private static let tracked =
    #","events":[{"entry":1,"type":"custom","name":"a","at":0}]"#
  private static let refresh = call("refresh_contact_token", #","refresh_token":"r""#)

  /// Traces that keep the rule of their id, though it looks as if they broke it.
  static let kept: [Case] = [
    push(
      "BACK-OFF",
      [
        launch, send(0, 1, "first"), send(60, 2, "retry"), send(180, 3, "retry"),
        answer(180, 401), send(240, 4, "retry"),
      ]),
    engage(
      "CLIENT-STATE",
      [
        launch, client,
        event(60, "response_received", #"{"request":1,"status":200,"client_state":"late"}"#),
        call("send_events", state: false, tracked),
      ]),
  ]

  static let all: [Case] = [
    push("RATE", [launch, send(0, 1, "first"), send(59, 2, "changed")]),
    push("FIRST-LAUNCH", [event(0, "app_backgrounded"), send(0, 1, "first")]),
    push("FIRST-ONCE", [launch, send(0, 1, "first"), send(60, 2, "first")]),
    push("FIRST-FIRST", [launch, send(0, 1, "changed"), send(60, 2, "first")], at: 2),
    push(
      "BACK-OFF",
      [
        launch, send(0, 1, "first"), send(60, 2, "retry"), send(180, 3, "retry"),
        send(299, 4, "retry"),
      ]),
    push("DELAY", [event(0, "app_launched", delay), send(9, 1, "first")]),
    push("ENDED-REGISTRATION", [launch, event(1, "app_force_closed"), send(61, 1, "first")]),
    push(
      "LOCKED-REGISTRATION",
      [launch, send(0, 1, "first"), event(1, "device_restarted"), send(61, 2, "changed")]),
    push(
      "NEW-INSTALL",
      [
        launch, send(0, 1, "first"), event(1, "app_reinstalled"), event(2, "app_launched"),
        send(61, 2, "changed"),
      ]),
    push("OFFLINE-REGISTRATION", [launch, offline, send(61, 1, "first")]),
    push("OFFLINE-IN-APP", [launch, offline, fetch(61, "in_app", "session_start")]),
    push("OFFLINE-INBOX", [launch, offline, fetch(61, "inbox", "foreground")]),
    push("OFFLINE-ANALYTICS", [launch, offline, analytics(61)]),
    push("LISTENER-ADDED", [launch, send(0, 1, "first"), notify]),
    push("LISTENER-SENT", [launch, notify, send(0, 1, "first")], at: 2),
    push(
      "TOKEN-ASKED",
      [event(0, "app_launched", #"{"initialized":false}"#), effect(0, "request_device_token")]),
    push("OPENED-ENTRY", [launch, batch("notification_opened")]),
    push("IN-APP-PUSH", [launch, fetch(0, "in_app", "silent_push")]),
    push("IN-APP-DOWNLOADED", [launch, show]),
    push("IN-APP-ONE", [launch, event(1, "response_received", message), show, show]),
    push("SHOWN-ENTRY", [launch, batch("in_app_shown"), show], at: 2),
    push("INBOX-PUSH", [launch, fetch(0, "inbox", "silent_push")]),
    push("READ-ENTRY", [launch, batch("inbox_read")]),
    push("DELETED-ENTRY", [launch, batch("inbox_deleted")]),
    push("REFRESH-ASKED", [launch, fetch(0, "inbox", "refresh")]),
    push(
      "REFRESH-LIMIT",
      [
        launch, event(1, "inbox_refresh_requested"), fetch(1, "inbox", "refresh"),
        event(60, "inbox_refresh_requested"), fetch(60, "inbox", "refresh"),
      ]),
    push(
      "REFRESH-REFUSED",
      [
        launch, event(1, "inbox_refresh_requested"),
        effect(1, "refuse_inbox_refresh", #"{"retry_at":60000}"#), fetch(61, "inbox", "refresh"),
      ], at: 3),
    push(
      "FLUSH-EVENT", [launch, event(1, "custom_event_tracked", #"{"name":"a"}"#), analytics(1)]),
    push(
      "FLUSH-NOTIFICATION",
      [launch, event(1, "notification_received", #"{"id":"a"}"#), analytics(1)]
    ),
    push("FLUSH-CLOSED", [launch, event(1, "app_force_closed"), analytics(1)]),
    push("ONE-BATCH", [launch, analytics(0), event(1, "app_backgrounded"), analytics(1)]),

    engage("CLIENT-BEFORE-EVENTS", [launch, call("send_events", tracked), client], at: 2),
    engage("CLIENT-BEFORE-CONTACT", [launch, call("link_anonymous_contact"), client], at: 2),
    engage("LAUNCHED", [client]),
    engage("OFFLINE-CLIENT", [launch, offline, client]),
    engage("OFFLINE-EVENTS", [launch, client, offline, call("send_events", tracked)]),
    engage(
      "CLIENT-STATE",
      [
        launch, client, call("send_events", tracked), call("send_events", state: false, tracked),
      ]),
    engage("EVENTS-TOKEN", [launch, client, call("send_events", token: false, tracked)]),
    engage(
      "PUSH-TOKEN-TOKEN",
      [launch, client, call("register_push_token", token: false, #","token":"p""#)]),
    engage("REMOVE-TOKEN", [launch, client, call("remove_push_token", token: false)]),
    engage("PUSH-TOKEN-KNOWN", [launch, client, call("register_push_token", #","token":"p""#)]),
    engage(
      "CONTACT-SET", [launch, client, call("link_contact", #","field_id":3,"field_value":"v""#)]),
    engage(
      "CONTACT-PATH",
      [
        launch, client, event(60, "contact_set", #"{"value":"v"}"#),
        call("link_contact", #","field_id":3,"field_value":"v""#),
      ]),
    engage("BATCH", [launch, client, call("send_events", #","events":[]"#)]),
    engage(
      "ENDED", [launch, client, event(60, "app_force_closed"), call("send_events", tracked)]),
    engage(
      "LOCKED",
      [launch, client, event(60, "device_restarted"), call("send_events", tracked)]),
    engage("NEW-INSTALL", [launch, event(60, "app_reinstalled"), client]),
    engage("REFRESH-REFUSED", [launch, client, refresh]),
    engage(
      "REFRESH-ONE",
      [
        launch, client, event(60, "response_received", #"{"request":3,"status":401}"#), refresh,
        refresh,
      ]),
  ]
}
