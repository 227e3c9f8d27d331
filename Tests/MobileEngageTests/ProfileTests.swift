import EventSourcing
import MobileEngage
import Platform
import Testing

/// What the profiles of the public SDKs do otherwise than the document.
struct ProfileTests {
  private static let sdks: [MobileEngageProfile] = [.ios, .android]

  @Test func `each difference stands in the table once, with a sentence and a source`() {
    #expect(Policy.table.map(\.policy.rawValue).sorted() == Policy.allCases.map(\.rawValue))
    #expect(Set(Policy.table.map(\.name)).count == Policy.allCases.count)
    for row in Policy.table {
      #expect(row.sentence.hasSuffix("."))
      #expect(!row.sources.isEmpty && row.sources.allSatisfy { $0.hasPrefix("emartech/") })
      #expect(!row.profiles.isEmpty && !row.profiles.contains(.documents))
      for profile in MobileEngageProfile.allCases {
        #expect(profile.follows(row.policy) == row.profiles.contains(profile))
      }
    }
  }

  @Test func `the first start tracks other events in each profile`() {
    for (profile, calls) in [
      (
        MobileEngageProfile.documents,
        ["client", "anonymous", "session:start"]
      ),
      (.ios, ["client", "anonymous", "session:start session:end", "session:start"]),
      (.android, ["client", "anonymous", "session:start"]),
    ] {
      var device = Handset(profile)
      let first = device.happen(.appLaunched(device: Handset.phone))
      #expect(first + device.answerAll() == calls, "\(profile)")
    }
  }

  @Test(arguments: sdks)
  func `a later start has both start events, and each stay in front is a session`(
    profile: MobileEngageProfile
  ) {
    var device = Handset.started(profile)
    device.happen(.processTerminated)
    #expect(device.happen(.appLaunched()) == ["app:start session:start"])
    device.answerAll()
    #expect(device.happen(.appBackgrounded) == ["session:end"])
    device.answerAll()
    #expect(device.happen(.appForegrounded) == ["session:start"])
  }

  @Test(arguments: sdks)
  func `the contact that is set already is not linked again`(profile: MobileEngageProfile) {
    var device = Handset.started(profile)
    device.happen(.contactSet(value: "anna"))
    device.answerAll()
    #expect(device.happen(.contactSet(value: "anna")) == [])
    #expect(device.diagnoses == [.contactUnchanged])
    #expect(device.happen(.contactSet(value: "bert")) == ["contact bert"])
  }

  @Test func `another contact restarts the session at the answer or at the call`() {
    var ios = Handset.started(.ios)
    ios.happen(.contactSet(value: "anna"))
    #expect(ios.answer() == ["session:end"])
    #expect(ios.answer() == ["session:start"])
    #expect(ios.head?.headers.contactToken == ios.state.contact.tokens?.contact)
    var android = Handset.started(.android)
    android.happen(.contactSet(value: "anna"))
    #expect(android.state.queue.calls.count == 3)
    #expect(android.answer() == ["session:end session:start"])
  }

  @Test func `a refused link is rolled back on iOS alone`() {
    for (profile, again) in [
      (MobileEngageProfile.ios, ["contact anna"]), (.android, []),
    ] {
      var device = Handset.started(profile)
      device.happen(.contactSet(value: "anna"))
      device.answer(400)
      device.answerAll()
      #expect(device.happen(.contactSet(value: "anna")) == again)
    }
  }

  @Test(arguments: sdks)
  func `signing out without a contact makes no call`(profile: MobileEngageProfile) {
    var device = Handset.started(profile)
    #expect(device.happen(.contactCleared) == [])
    #expect(device.diagnoses == [.contactAnonymous])
  }

  @Test func `Android signs out once the end of the session has been answered`() {
    for status in [200, 400] as [Int64] {
      var device = Handset.started(.android)
      device.happen(.contactSet(value: "anna"))
      device.answerAll()
      let token = device.state.contact.tokens?.contact
      #expect(device.happen(.contactCleared) == ["session:end"])
      #expect(device.state.contact.identity?.value == "anna")
      #expect(device.head?.headers.contactToken == token)
      #expect(device.answer(status).first == "anonymous")
      #expect(device.head?.headers.contactToken == nil)
      #expect(device.state.contact.identity == nil)
      #expect(device.answer() == ["session:start"])
    }
  }

  @Test func `what the app asks for while a logout waits runs after the new session`() {
    var device = Handset.started(.android)
    device.happen(.contactSet(value: "anna"))
    device.answerAll()
    device.happen(.contactCleared)
    #expect(device.happen(.contactSet(value: "bert"), at: .seconds(5)) == [])
    #expect(device.happen(.eventTracked(name: "seen"), at: .seconds(6)) == [])
    #expect(
      device.answerAll() == [
        "anonymous", "session:start session:end session:start seen", "contact bert",
      ])
    #expect(device.state.contact.identity?.value == "bert")
  }

  @Test func `a process that ends forgets the logout, but not what the app asked for after it`() {
    var device = Handset.started(.android)
    device.happen(.contactSet(value: "anna"))
    device.answerAll()
    device.happen(.contactCleared)
    device.happen(.eventTracked(name: "seen"))
    device.happen(.processTerminated)
    #expect(!device.happen(.appLaunched()).contains("anonymous"))
    #expect(device.state.contact.identity?.value == "anna")
    #expect(device.customEntriesSent.count == 1)
  }

  @Test func `a start without a token keeps the contact that is set`() {
    for profile in MobileEngageProfile.allCases {
      var device = Handset.started(profile)
      device.happen(.contactSet(value: "anna"))
      device.answer(204)
      device.answerAll()
      device.happen(
        .responseReceived(
          request: device.state.traffic.inFlight?.request ?? 0,
          answer: MobileEngageAnswer(status: 200)))
      device.happen(.contactSet(value: "bert"))
      device.happen(
        .responseReceived(
          request: device.state.traffic.inFlight?.request ?? 0,
          answer: MobileEngageAnswer(status: 200)))
      #expect(device.state.contact.tokens == nil)
      device.happen(.processTerminated)
      let left = device.happen(.appLaunched())
      #expect(left.contains("anonymous") == (profile == .documents), "\(profile)")
    }
  }

  @Test func `link calls carry the contact token under the document alone`() {
    for profile in MobileEngageProfile.allCases {
      var device = Handset.started(profile)
      device.happen(.contactSet(value: "anna"))
      #expect((device.head?.headers.contactToken != nil) == (profile == .documents))
      device.answerAll()
      device.happen(.contactCleared)
      if profile != .android { #expect(device.head?.headers.contactToken != nil) }
    }
  }

  @Test func `batches overtake contact calls in the SDKs`() {
    for profile in MobileEngageProfile.allCases {
      var device = Handset.started(profile)
      device.happen(.connectivityChanged(online: false))
      device.happen(.eventTracked(name: "anonymous"))
      device.happen(.contactSet(value: "anna"))
      device.happen(.eventTracked(name: "later"))
      let left = device.happen(.connectivityChanged(online: true))
      #expect(left.count == 1 && left[0].hasPrefix("anonymous"))
      #expect(left[0].hasSuffix("later") == (profile != .documents))
    }
  }

  @Test(arguments: sdks)
  func `batches have no limit in the SDKs`(profile: MobileEngageProfile) {
    var device = Handset.started(profile, config: MobileEngageConfig(eventBatchLimit: 1))
    device.happen(.connectivityChanged(online: false))
    for name in ["a", "b", "c"] { device.happen(.eventTracked(name: name)) }
    #expect(device.happen(.connectivityChanged(online: true)) == ["a b c"])
  }

  @Test func `signing out and a refused token make the SDKs register the push token again`() {
    for profile in MobileEngageProfile.allCases {
      var device = Handset.started(profile)
      device.happen(.pushTokenReceived(token: "t"))
      device.happen(.contactSet(value: "anna"))
      device.happen(.contactCleared)
      device.answerAll()
      let again = profile == .documents ? [] : ["push t"]
      #expect(device.happen(.pushTokenReceived(token: "t")) == again)
      device.answerAll()
      device.happen(.eventTracked(name: "a"))
      device.answer(401)
      device.answerAll()
      #expect(device.happen(.pushTokenReceived(token: "t")) == again)
    }
  }

  @Test func `Android offers a forgotten push token at the next start by itself`() {
    var device = Handset.started(.android)
    device.happen(.pushTokenReceived(token: "t"))
    device.happen(.contactSet(value: "anna"))
    device.happen(.contactCleared)
    device.answerAll()
    device.happen(.processTerminated)
    #expect(device.happen(.appLaunched()) == ["push t"])
  }

  @Test func `another application code signs off, forgets everything and starts over`() {
    for (profile, left) in [
      (MobileEngageProfile.ios, ["anonymous", "push t"]), (.android, ["push t"]),
    ] {
      var device = Handset.started(profile)
      device.happen(.pushTokenReceived(token: "t"))
      device.happen(.contactSet(value: "anna"))
      device.answerAll()
      #expect(device.happen(.applicationCodeChanged(code: "NEW")) == ["no push"])
      #expect(device.head?.path == "/apps/APP/client/push-token")
      #expect(device.answer() == ["anonymous"])
      #expect(device.head?.path == "/apps/APP/client/contact?anonymous")
      #expect(device.answer() == ["client"])
      #expect(device.head?.path == "/apps/NEW/client")
      #expect(device.head?.headers == RequestHeaders())
      #expect(device.answerAll() == left)
      #expect(device.state.push.registered == "t")
      #expect(device.state.contact.identity == nil)
    }
  }

  @Test func `a new application has no anonymous contact if its properties are refused on iOS`() {
    for (profile, left) in [
      (MobileEngageProfile.ios, ["error request_refused 400"]),
      (.android, ["anonymous", "error request_refused 400"]),
    ] {
      var device = Handset.started(profile)
      #expect(device.happen(.applicationCodeChanged(code: "NEW")) == ["client"])
      #expect(device.answer(400) == left)
    }
  }

  @Test func `a new application waits on iOS until its properties have been accepted`() {
    var device = Handset.started(.ios)
    device.happen(.applicationCodeChanged(code: "NEW"))
    #expect(device.answer(503) == [])
    #expect(device.happen(.connectivityChanged(online: true)) == ["client"])
    #expect(device.answer() == ["anonymous"])
  }

  @Test(arguments: sdks)
  func `a call is repeated after three refreshes and then dropped`(profile: MobileEngageProfile) {
    var device = Handset.started(profile)
    let refresh = device.state.contact.tokens?.refresh
    device.happen(.eventTracked(name: "a"))
    for _ in 1...3 {
      #expect(device.answer(401).count == 1)
      #expect(device.answer() == ["a"])
    }
    #expect(device.answer(401) == ["error unauthorized 401"])
    #expect(device.state.queue.calls.isEmpty)
    #expect(device.state.contact.tokens?.refresh == refresh)
  }

  @Test(arguments: sdks)
  func `a failed call waits for a retry trigger, not for a timer`(profile: MobileEngageProfile) {
    var device = Handset.started(profile)
    device.happen(.eventTracked(name: "a"))
    device.answer(503)
    #expect(device.state.traffic.retryDue == nil)
    #expect(device.happen(.connectivityChanged(online: true)) == ["a"])
  }

  @Test func `the SDKs know properties that were refused`() {
    for profile in MobileEngageProfile.allCases {
      var device = Handset.started(profile)
      device.happen(.appBackgrounded)
      device.answerAll()
      device.happen(.deviceChanged(DeviceChange(language: "nb")))
      device.happen(.appForegrounded)
      while device.sent.last != "client" { device.answer() }
      device.answer(400)
      device.answerAll()
      device.happen(.processTerminated)
      let left = device.happen(.appLaunched())
      #expect(left.contains("client") == (profile == .documents), "\(profile)")
    }
  }

  @Test(arguments: MobileEngageProfile.allCases)
  func `properties whose call was not answered for good are sent again by the next start`(
    profile: MobileEngageProfile
  ) {
    var device = Handset(profile)
    device.happen(.appLaunched(device: Handset.phone))
    let state = MobileEngageAnswer(status: 503, clientState: "state")
    device.happen(.responseReceived(request: 1, answer: state))
    device.happen(.processTerminated)
    #expect(device.happen(.appLaunched()).contains("client"))
    device.answerAll()
    device.happen(.deviceChanged(DeviceChange(language: "nb")))
    device.happen(.processTerminated)
    #expect(device.happen(.appLaunched()) == ["client"])
    device.happen(.processTerminated)
    #expect(device.happen(.appLaunched()) == ["client"])
    device.answer(401)
    device.happen(.processTerminated)
    #expect(device.happen(.appLaunched()).contains("client"))
    device.answerAll()
    device.happen(.processTerminated)
    #expect(!device.happen(.appLaunched()).contains("client"))
  }

  @Test(arguments: sdks)
  func `a further session waits for a call that failed, the start of the app does not`(
    profile: MobileEngageProfile
  ) {
    var device = Handset.started(profile)
    device.happen(.contactSet(value: "anna"))
    #expect(device.answer(503, retryAfter: 3_600) == [])
    #expect(device.happen(.appBackgrounded) == [])
    #expect(device.happen(.appForegrounded) == [])
    device.happen(.processTerminated)
    #expect(device.happen(.appLaunched()) == ["app:start session:start"])
  }

  @Test func `unchanged properties are sent again on iOS while there is no client state`() {
    for profile in MobileEngageProfile.allCases {
      var device = Handset(profile)
      device.happen(.appLaunched(device: Handset.phone))
      device.happen(
        .responseReceived(request: 1, answer: MobileEngageAnswer(status: 204)))
      device.happen(.processTerminated)
      let left = device.happen(.appLaunched())
      // On Android there is no contact either in this process; with one, nothing is sent.
      #expect(left.contains("client") == (profile != .documents), "\(profile)")
      device.happen(
        .responseReceived(
          request: device.state.traffic.inFlight?.request ?? 0,
          answer: MobileEngageAnswer(status: 204)))
      device.happen(.contactSet(value: "anna"))
      device.happen(.processTerminated)
      #expect(device.happen(.appLaunched()).contains("client") == (profile == .ios))
    }
  }

  @Test func `the contact that is set already is known by its value or by its field too`() {
    for (profile, again) in [
      (MobileEngageProfile.ios, []), (.android, ["contact anna"]), (.documents, ["contact anna"]),
    ] {
      var device = Handset.started(profile)
      device.happen(.contactSet(value: "anna"))
      device.answerAll()
      #expect(device.happen(.contactSet(fieldID: 7, value: "anna")) == again)
    }
  }

  @Test func `Android links the first contact of each process, without a new session`() {
    var device = Handset.started(.android)
    device.happen(.contactSet(value: "anna"))
    device.answerAll()
    device.happen(.processTerminated)
    device.happen(.appLaunched())
    device.answerAll()
    #expect(device.happen(.contactSet(value: "anna")) == ["contact anna"])
    #expect(device.answer() == [])
    #expect(device.happen(.contactSet(value: "anna")) == [])
  }

  @Test func `Android sets a removed push token again at a start, before the properties`() {
    var device = Handset.started(.android)
    device.happen(.pushTokenReceived(token: "t"))
    device.answerAll()
    device.happen(.pushTokenCleared)
    device.answerAll()
    device.happen(.processTerminated)
    let update = DeviceProfile(DeviceChange(appVersion: "2"))
    #expect(device.happen(.appLaunched(device: update)) == ["push t"])
    #expect(device.answer() == ["client"])
    #expect(device.state.push.token == "t")
  }

  @Test func `iOS starts no session after an end that was refused, or in the background`() {
    var refused = Handset.started(.ios)
    refused.happen(.contactSet(value: "anna"))
    refused.answer()
    #expect(refused.answer(400) == ["error request_refused 400"])
    var behind = Handset.started(.ios)
    behind.happen(.contactSet(value: "anna"))
    behind.answer()
    behind.happen(.appBackgrounded)
    #expect(behind.answer() == [])
  }

  @Test(arguments: sdks)
  func `a changed property is noticed when the app comes to the front`(
    profile: MobileEngageProfile
  ) {
    var device = Handset.started(profile)
    #expect(device.happen(.deviceChanged(DeviceChange(language: "nb"))) == [])
    device.happen(.appBackgrounded)
    device.answerAll()
    #expect(device.happen(.appForegrounded) == ["client"])
  }
}
