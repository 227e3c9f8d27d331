import EventSourcing

/// The instant that a spec starts at when it says nothing: 2026-01-05T09:00:00Z, a Monday.
public let defaultClock = Instant(milliseconds: 1_767_603_600_000)
