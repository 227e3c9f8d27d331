import LiveCommands
import Systems
import Testing

struct RegisteredLiveSystemTests {
  @Test func `a machine goes by the name of its system`() {
    #expect(RegisteredLiveSystem(MobilePushSystem.self).name == "mobilepush")
  }
}
