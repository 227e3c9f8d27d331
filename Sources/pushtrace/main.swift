import CPageEngine
import Commands
import Systems

Pushtrace.main(
  systems: [RegisteredSystem(MobilePushSystem.self), RegisteredSystem(MobileEngageSystem.self)],
  engine: Array(UnsafeBufferPointer(start: page_engine_bytes(), count: page_engine_count())))
