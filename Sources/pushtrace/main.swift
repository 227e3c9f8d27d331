import Commands
import Systems

Pushtrace.main(systems: [
  RegisteredSystem(MobilePushSystem.self), RegisteredSystem(MobileEngageSystem.self),
])
