import EventSourcing
import MobileEngage
import Platform
import Testing

struct BackendTests {
  private var state = MobileEngageBackend.initial
  private var effects = Effects<MobileEngageBackendEffect>()

  @Test mutating func `a link hands out tokens with which events are counted for the contact`() {
    let anna = take(.contactLinkArrived(device: "a", head(1), fieldID: 3, fieldValue: "anna"))
    #expect(anna.status == 200)
    #expect(anna.refreshToken != nil)
    #expect(send([1, 2], head(2, anna.contactToken)).status == 204)
    #expect(contact("anna")?["clients"] == .integer(1))
    #expect(contact("anna")?["events"] == .list([.text("e1"), .text("e2")]))
  }

  @Test mutating func `an event is counted once for each device, whatever comes twice`() {
    let anna = take(.contactLinkArrived(device: "a", head(1), fieldID: 3, fieldValue: "anna"))
    _ = send([1, 2], head(2, anna.contactToken))
    _ = send([2, 3], head(3, anna.contactToken))
    #expect(state.eventsReceived == 3)
  }

  @Test mutating func `an event belongs to the contact of the token that it came with`() {
    let anna = take(.contactLinkArrived(device: "a", head(1), fieldID: 3, fieldValue: "anna"))
    _ = take(.contactLinkArrived(device: "a", head(2), fieldID: 3, fieldValue: "bert"))
    _ = send([1], head(3, anna.contactToken))
    #expect(contact("anna")?["events"] == .list([.text("e1")]))
    #expect(contact("bert")?["clients"] == .integer(1))
    #expect(contact("anna")?["clients"] == .integer(0))
  }

  @Test mutating func `without a good token events and push tokens are refused`() {
    #expect(send([1], head(1)).status == 401)
    #expect(send([1], head(1, "made up")).status == 401)
    let anna = take(.contactLinkArrived(device: "a", head(2), fieldID: 3, fieldValue: "anna"))
    happen(.tokenInvalidated, party: "a")
    #expect(send([1], head(3, anna.contactToken)).status == 401)
    let push = MobileEngageBackendEvent.pushTokenArrived(
      device: "a", head(4, anna.contactToken), token: "t")
    #expect(take(push).status == 401)
    #expect(take(.pushTokenArrived(device: "a", head(5), token: "t")).status == 204)
    #expect(state.eventsReceived == 0)
  }

  @Test mutating func `a refresh token is good for new tokens of the same contact`() {
    let anna = take(.contactLinkArrived(device: "a", head(1), fieldID: 3, fieldValue: "anna"))
    happen(.tokenInvalidated, party: "a")
    let wrong = take(.tokenRefreshArrived(device: "a", head(2), refreshToken: "x"))
    #expect(wrong.status == 401)
    let renewed = take(
      .tokenRefreshArrived(device: "a", head(3), refreshToken: anna.refreshToken ?? ""))
    #expect(renewed.contactToken != anna.contactToken)
    #expect(send([1], head(4, renewed.contactToken)).status == 204)
    #expect(contact("anna")?["events"] == .list([.text("e1")]))
  }

  @Test mutating func `each anonymous link makes a contact, where there are any`() {
    _ = take(.anonymousLinkArrived(device: "a", head(1)))
    _ = take(.anonymousLinkArrived(device: "b", head(1)))
    #expect(contact("anonymous-2")?["clients"] == .integer(1))
    happen(.anonymousContactsSwitched(enabled: false), party: "mobile_engage")
    #expect(take(.anonymousLinkArrived(device: "a", head(2))).status == 403)
  }

  @Test mutating func `an older call that comes later changes nothing`() {
    let bert = take(.contactLinkArrived(device: "a", head(2), fieldID: 3, fieldValue: "bert"))
    _ = take(.contactLinkArrived(device: "a", head(1), fieldID: 3, fieldValue: "anna"))
    #expect(contact("bert")?["clients"] == .integer(1))
    let new = head(5, bert.contactToken)
    let old = head(4, bert.contactToken)
    _ = take(.pushTokenArrived(device: "a", new, token: "new"))
    _ = take(.pushTokenRemovalArrived(device: "a", old))
    #expect(state.clients.first?.pushToken == "new")
  }

  @Test mutating func `every answer renews the client state, and none while the server is down`() {
    let first = take(.clientArrived(device: "a", head(1), properties: .sample))
    let second = take(.clientArrived(device: "a", head(2), properties: .sample))
    #expect(first.clientState != second.clientState)
    happen(.serverDown, party: "mobile_engage")
    #expect(take(.anonymousLinkArrived(device: "a", head(3))) == MobileEngageAnswer(status: 503))
    happen(.serverUp, party: "mobile_engage")
    #expect(take(.anonymousLinkArrived(device: "a", head(4))).status == 200)
  }

  @Test mutating func `a device is another client under another application`() {
    _ = take(.clientArrived(device: "a", head(1), properties: .sample))
    _ = take(.clientArrived(device: "a", head(2, nil, of: "NEW"), properties: .sample))
    #expect(state.clients.map(\.application) == ["APP", "NEW"])
    _ = take(.clientArrived(device: "b", head(1, nil, of: "/%//"), properties: .sample))
    #expect(state.clients.count == 3)
  }

  private mutating func happen(_ event: MobileEngageBackendEvent, party: String) {
    effects.removeAll()
    MobileEngageBackend.reduce(
      &state, RecordedEvent(seq: 1, at: .sample, party: party, event: event), into: &effects)
  }

  private mutating func take(_ event: MobileEngageBackendEvent) -> MobileEngageAnswer {
    happen(event, party: "mobile_engage")
    guard case .answerCall(_, _, let answer)? = effects.ordered.first else {
      return MobileEngageAnswer(status: 0)
    }
    return answer
  }

  private mutating func send(_ entries: [Int64], _ head: RequestHead) -> MobileEngageAnswer {
    let events = entries.map {
      TrackedEvent(entry: $0, type: .custom, name: "e\($0)", at: .sample)
    }
    return take(.eventsArrived(device: "a", head, events: events))
  }

  private func head(
    _ request: Int64, _ token: Personal? = nil, of application: String = "APP"
  ) -> RequestHead {
    RequestHead(
      request: request, method: .post, path: "/apps/\(application)/client",
      headers: RequestHeaders(contactToken: token))
  }

  private func contact(_ key: String) -> Value? {
    var maker = ViewMaker()
    state.report(&maker)
    return Value.fields(maker.fields)["contacts"]?[key]
  }
}
