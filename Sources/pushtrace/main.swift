import Commands
import Systems

await Pushtrace.main(systems: [MobilePushSystem.self, MobileEngageSystem.self])
