/// The sources in which the public SDKs' behaviour was read, as `owner/repository: path`.
enum PolicySource {
  static let iosAppStart = ios + "EmarsysSDK/AppStart/EMSAppStartBlockProvider.m"
  static let iosBatch = ios + "MobileEngage/Storage/MERequestRepositoryProxy.m"
  static let iosConfig = ios + "EmarsysSDK/Setup/EMSConfigInternal.m"
  static let iosContact = ios + "EmarsysSDK/Clients/EMSContactClientInternal.m"
  static let iosContext = ios + "MobileEngage/RequestTools/MERequestContext.m"
  static let iosDeviceInfo = ios + "MobileEngage/Internal/EMSDeviceInfoV3ClientInternal.m"
  static let iosQueue = ios + "Core/Networking/EMSCoreCompletionHandlerMiddleware.m"
  static let iosRefresh =
    ios + "MobileEngage/RequestTools/EMSMobileEngageRefreshTokenCompletionProxy.m"
  static let iosSession = ios + "MobileEngage/Session/EMSSession.m"
  static let iosSetup = ios + "EmarsysSDK/Emarsys.m"
  static let iosStorage = ios + "Core/Store/EMSStorage.m"
  static let iosToken = ios + "MobileEngage/Mappers/EMSContactTokenMapper.m"

  static let androidAppStart = androidEngage + "iam/AppStartAction.kt"
  static let androidBatch =
    androidEngage + "iam/model/requestRepositoryProxy/RequestRepositoryProxy.kt"
  static let androidClientAnswer = androidEngage + "responsehandler/ClientInfoResponseHandler.kt"
  static let androidConfig =
    android + "emarsys/src/main/java/com/emarsys/config/DefaultConfigInternal.kt"
  static let androidContact = androidEngage + "DefaultMobileEngageInternal.kt"
  static let androidDeviceInfo = androidEngage + "device/DeviceInfoStartAction.kt"
  static let androidLifecycle =
    android + "core/src/main/java/com/emarsys/core/app/AppLifecycleObserver.kt"
  static let androidPush = androidEngage + "push/DefaultPushInternal.kt"
  static let androidQueue =
    android + "core/src/main/java/com/emarsys/core/worker/CoreCompletionHandlerMiddleware.kt"
  static let androidRefresh =
    android
    + "emarsys/src/main/java/com/emarsys/request/CoreCompletionHandlerRefreshTokenProxy.kt"
  static let androidSession = androidEngage + "session/MobileEngageSession.kt"
  static let androidSetup = android + "emarsys-sdk/src/main/java/com/emarsys/Emarsys.kt"
  static let androidToken = androidEngage + "request/mapper/ContactTokenHeaderMapper.kt"

  private static let ios = "emartech/ios-emarsys-sdk: Sources/"
  private static let android = "emartech/android-emarsys-sdk: "
  private static let androidEngage =
    android + "mobile-engage/src/main/java/com/emarsys/mobileengage/"
}
