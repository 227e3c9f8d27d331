import Commands
import Systems

await Pushtrace.main(systems: [
  RegisteredSystem(MobilePushSystem.self), RegisteredSystem(MobileEngageSystem.self),
])
