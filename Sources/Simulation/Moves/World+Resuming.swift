import EventSourcing

extension World {
  /// Goes on from where the fold of a log has come to, with every request that is open waiting for
  /// a choice. What was on its way to backends, or between them, is not known of a log.
  package init(resuming engine: Engine<S>, at now: Instant) {
    self.init(engine, at: now)
    for place in engine.parties.indices {
      links.append(Link())
      self.engine.parties[place].keepRequests { $0.kind != nil && $0.number != nil }
      for timer in engine.parties[place].timers {
        plan(timerOf: place, due: timer.due, cause: timer.cause)
      }
      for request in self.engine.parties[place].requests {
        planLimit(request.limit, ofRequestOf: place, request.effect.seq)
      }
    }
  }
}
