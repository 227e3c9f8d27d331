import LiveCommands
import Systems

await PushtraceLive.main(systems: [
  RegisteredLiveSystem(MobilePushSystem.self), RegisteredLiveSystem(MobileEngageSystem.self),
])
