extension MobileEngageSystem {
  /// What `new --sdk mobile_engage` writes; a test runs it.
  public static let firstSpec = #"""
    # A first spec. Run it with 'pushtrace check FILE', then change a time or a value and see
    # what it says.
    format: 1
    sdk: mobile_engage
    feature: A first spec

    # Only batches of events are judged here. Without this line every call of the SDK is.
    observe: [send_events]

    # Every scenario starts from this.
    defaults:
      given:
        # The app is in the foreground since an hour, with an anonymous contact.
        use: [started_device]
        backend:
          # The server answers each batch with 204, half a second after it left.
          events: { replies: [204], latency: 500ms }

    scenarios:
      - name: An event that is tracked without a network leaves when it is back
        id: FIRST-01
        steps:
          - at: 0s
            event: connectivity_changed
            with: { online: false }

          # A step without 'expect' says that nothing leaves then.
          - at: 10s
            event: event_tracked
            with: { name: purchase, attributes: { item: shoes } }
            # The state can be looked at after any step.
            state: { queue: { size: 1 } }

          # This leaves at that instant, and nothing else.
          - at: 1h
            event: connectivity_changed
            with: { online: true }
            expect:
              - send_events:
                  path: /apps/APP/client/events
                  events: [{ name: purchase, type: custom }]

        # The run goes on until here; whatever leaves and is not expected is a failure.
        run_until: 1d
        finally:
          state: { queue: { size: 0 } }

    """#
}
