import LiveCommands
import Systems

await PushtraceLive.main(systems: [MobilePushSystem.self, MobileEngageSystem.self])
