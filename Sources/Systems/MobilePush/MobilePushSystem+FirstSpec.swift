extension MobilePushSystem {
  /// What `new --sdk mobilepush` writes; a test runs it.
  public static let firstSpec = #"""
    # A first spec. Run it with 'pushtrace check FILE', then change a time or a value and see
    # what it says.
    format: 1
    sdk: mobilepush
    feature: A first spec

    # Only registrations are judged here. Without this line every effect that leaves the SDK is.
    observe: [send_registration]

    # Every scenario starts from this.
    defaults:
      given:
        # The app is in the foreground, and registered an hour ago.
        use: [registered_device]
        backend:
          # The server answers each registration with 201, half a second after it left.
          registration: { replies: [201], latency: 500ms }

    scenarios:
      - name: A change leaves when its minute is over
        id: FIRST-01
        steps:
          # The app sets an attribute. A step without 'expect' says that nothing leaves then.
          - at: 0s
            event: attribute_set
            with: { key: city, value: Oslo }
            # The state can be looked at after any step.
            state:
              registration: { pending: true, next_attempt: 60s }

          # A step without 'event' only looks: this leaves at that instant, and nothing else.
          - at: 60s
            expect:
              - send_registration:
                  reason: changed
                  body: { attributes: [{ key: city, value: Oslo }] }

        # The run goes on until here; whatever leaves and is not expected is a failure.
        run_until: 1d
        finally:
          state:
            registration: { pending: false }

    """#
}
