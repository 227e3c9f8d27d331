import EventSourcing
import MobileEngage
import Platform

/// The knowledge about a device's calls that its records alone give.
struct CallModel: Hashable {
  var profile = MobileEngageProfile.documents
  private var process = DeviceProcess()
  /// Whether the app's data was lost, and with it events that the backend may have counted or not.
  private(set) var hasLostData = false
  private(set) var isInFront = false
  var isOnline = true
  var hasStarted = false
  var hasAnonymousContacts = true
  private(set) var application: String?
  /// Whether the application was changed, after which the profiles of the SDKs start over.
  private(set) var changedApplication = false

  private(set) var open: Open?
  private(set) var clientState: Personal?
  private(set) var contactToken: Personal?
  private(set) var refreshToken: Personal?
  private(set) var lastWasUnauthorized = false
  private(set) var renewals = 0
  /// Whether a refresh comes before any other call, because the last one was refused for its token.
  private(set) var owesRefresh = false
  /// The last call that was answered 401.
  private var unauthorized: Open?

  var properties = DeviceChange()
  private(set) var acknowledged: DeviceChange?
  /// The properties as they were last sent, or last seen as the app was started or came to the
  /// front, where the public SDKs look at them.
  private(set) var noticed: DeviceChange?
  /// Whether the last call with properties was refused.
  private(set) var isClientRefused = false
  /// Whether the last call with properties was answered 401, after which a profile may drop it as
  /// refused.
  private(set) var isClientUnsure = false
  /// Whether the properties were tried in this process, or need not be.
  private(set) var triedProperties = false
  private(set) var isClientQuiet = false
  /// Whether the call that waits for a new token is one with properties.
  private var isClientUnauthorized = false

  var pushToken: Personal?
  /// The token that the app last handed over, removed or not.
  private(set) var handedOver: Personal?
  private(set) var registered: Personal?
  /// The number of times that the app has removed a token and that were not acknowledged yet.
  private var removals = 0
  /// Whether a call about the push token came to nothing, so that the next one may repeat it.
  private(set) var lostPushToken = false
  /// Whether a logout that makes no call may still wait, which no record shows.
  private(set) var isLogoutUnseen = false
  /// The number of logouts in this process that may still wait; they run as the process ends.
  private var logouts = 0
  var entries: Int64 = 0
  /// Whether the last link was refused for good: the backend may have made it at another attempt
  /// whose answer was lost, or make it when a copy of the request arrives.
  private(set) var isLinkUnknown = false
  /// The first event of a batch that was in flight as the process ended, until it leaves again.
  private(set) var interrupted: Int64?

  var isRunning: Bool { process.isRunning }

  /// Whether a removal that the app has asked for may still leave.
  var isRemovalAsked: Bool { removals > 0 }

  /// Whether the properties are known at the backend.
  var isClientKnown: Bool { properties == acknowledged }

  /// Whether the properties are known as they were when the SDK last looked at them.
  var isNoticedKnown: Bool {
    !profile.follows(.propertiesCheckedOnActivation) || noticed == acknowledged
  }

  mutating func launch(
    _ state: LaunchState, _ device: DeviceProfile?, _ config: MobileEngageConfig?
  ) {
    endProcess()
    process.launch(state)
    if let device { change(device.change) }
    if let anonymous = config?.anonymousContacts {
      if hasAnonymousContacts, !anonymous { isLogoutUnseen = true }
      hasAnonymousContacts = anonymous
    }
    let code = config?.applicationCode ?? ""
    if !isBlank(code) {
      use(code)
    } else if application == nil {
      application = MobileEngageSDK.initial.application.code
    }
    look()
    isInFront = state == .foreground
  }

  /// Looks at the properties, as each start does.
  private mutating func look() {
    triedProperties = isClientKnown
    noticed = properties
  }

  mutating func restart() {
    endProcess()
    process.lock()
  }

  /// Whether an SDK begins that was started while the device was locked.
  mutating func unlock() -> Bool {
    guard process.unlock() else { return false }
    look()
    return true
  }

  /// Forgets all but what the system says, where none of the app's data is there.
  mutating func reinstall(_ data: StoredData) {
    endProcess()
    guard data == .none else { return }
    var fresh = CallModel()
    fresh.profile = profile
    fresh.process = process
    fresh.isOnline = isOnline
    fresh.properties = properties
    fresh.entries = entries
    fresh.hasLostData = true
    self = fresh
  }

  mutating func foreground() {
    if !isInFront { noticed = properties }
    isInFront = true
  }

  mutating func background() {
    isInFront = false
  }

  mutating func change(_ change: DeviceChange) {
    properties = change.filled(from: properties)
  }

  /// Notes that the contact may have changed: the token that was refused is no longer needed.
  mutating func loseContact() {
    owesRefresh = false
    open?.carriesToken = false
  }

  mutating func use(_ code: String) {
    if application != nil, application != code {
      loseContact()
      changedApplication = true
      interrupted = nil
    }
    application = code
  }

  mutating func receive(pushToken token: Personal) {
    pushToken = token
    handedOver = token
  }

  mutating func removePushToken() {
    pushToken = nil
    removals += 1
  }

  mutating func logOut() {
    loseContact()
    if profile.follows(.logoutAfterSessionEnd) { logouts += 1 }
    forgetRegistrationAtLogout()
    if !hasAnonymousContacts { isLogoutUnseen = true }
  }

  /// Forgets the registration where the profile does so at a logout: as the app asks for it, before
  /// its link leaves, as that is accepted, or as the process ends in which it waited.
  private mutating func forgetRegistrationAtLogout() {
    if profile.follows(.pushTokenForgottenAtLogout) { forgetRegistration() }
  }

  /// Notes that the SDK may take the push token for one that is not registered.
  private mutating func forgetRegistration() { registered = nil }

  mutating func endProcess() {
    process.end()
    if logouts > 0 { forgetRegistrationAtLogout() }
    logouts = 0
    hasStarted = false
    if open?.properties != nil { keepProperties() }
    if let event = open?.events?.lowerBound { interrupted = min(interrupted ?? event, event) }
    open = nil
    lastWasUnauthorized = false
    owesRefresh = false
    isClientUnauthorized = false
    renewals = 0
  }

  /// The greatest number of refreshes for one call.
  var renewalLimit: Int { profile.follows(.refreshedThreeTimes) ? 3 : 1 }

  mutating func send(_ open: Open) {
    self.open = open
    owesRefresh = false
    // Another call than the one that was given up has renewals of its own.
    if !open.isRefresh, let unauthorized, !open.repeats(unauthorized) { renewals = 0 }
    if let waiting = interrupted, let last = open.events?.upperBound, last >= waiting {
      interrupted = nil
    }
    if open.isAnonymousLink { forgetRegistrationAtLogout() }
    guard let properties = open.properties else { return }
    triedProperties = true
    noticed = properties
  }

  /// Ends the open request; `nil` is no answer.
  mutating func end(_ answer: MobileEngageAnswer?) {
    guard let open else { return }
    self.open = nil
    let isSuccess = answer.map { (200...299).contains($0.status) } ?? false
    clientState = answer?.clientState ?? clientState
    lastWasUnauthorized = answer?.status == 401 && !open.isRefresh
    if !open.isRefresh { unauthorized = lastWasUnauthorized ? open : nil }
    // Without the number of the request, equal states of a search stay equal.
    unauthorized?.request = 0
    unauthorized?.carriesToken = false
    if open.isRefresh {
      if isClientUnauthorized, !isSuccess { isClientQuiet = answer?.retryAfter != nil }
    } else {
      isClientUnauthorized = lastWasUnauthorized && open.properties != nil
    }
    if open.isRefresh {
      renewals = isSuccess ? renewals + 1 : 0
    } else if answer?.status != 401 {
      renewals = 0
    }
    owesRefresh =
      lastWasUnauthorized && open.carriesToken && refreshToken != nil && renewals < renewalLimit
    if open.bringsTokens, isSuccess, open.isRefresh ? answer?.contactToken != nil : true {
      contactToken = answer?.contactToken
      if !open.isRefresh || !profile.follows(.refreshTokenKept) {
        refreshToken = answer?.contactToken == nil ? nil : answer?.refreshToken
      }
    }
    if lastWasUnauthorized, profile.follows(.pushTokenForgottenOn401) { forgetRegistration() }
    if open.isAnonymousLink, isSuccess { forgetRegistrationAtLogout() }
    if open.isAnonymousLink, isSuccess || isRefusal(answer) { logouts = max(0, logouts - 1) }
    if open.isLink { isLinkUnknown = isLinkUnknown && !isSuccess || isRefusal(answer) }
    if let properties = open.properties {
      isClientRefused = false
      isClientUnsure = lastWasUnauthorized && profile.follows(.unauthorizedCallsDropped)
      if isSuccess { acknowledged = properties } else { fail(properties, answer) }
    }
    if let token = open.pushToken {
      lostPushToken = !isSuccess
      if isSuccess { registered = token.value }
      if isSuccess, token.value == nil { removals = max(0, removals - 1) }
    }
  }

  private mutating func fail(_ properties: DeviceChange, _ answer: MobileEngageAnswer?) {
    isClientQuiet = answer?.retryAfter != nil
    isClientRefused = isRefusal(answer)
    if !isClientRefused {
      keepProperties()
    } else if profile.follows(.refusedPropertiesKnown), answer?.status != 401 {
      acknowledged = properties
    }
  }

  /// Notes that the SDK keeps the call until it is answered, whatever it carried.
  private mutating func keepProperties() { acknowledged = nil }

  /// Whether a call that is answered so is not repeated.
  private func isRefusal(_ answer: MobileEngageAnswer?) -> Bool {
    answer.map { (400...499).contains($0.status) && $0.status != 408 && $0.status != 429 }
      ?? false
  }
}
