import CPageEngine
import Commands
import RegisteredSystems

Pushtrace.main(
  systems: [.mobilePush, .mobileEngage],
  engine: Array(UnsafeBufferPointer(start: page_engine_bytes(), count: page_engine_count())),
  engineSources: engineSources)
