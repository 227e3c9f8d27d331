import EventSourcing

extension World {
  /// Shows all that decides how the world can go on, the machine's state included; the printer's
  /// fingerprint at `now` tells worlds apart by it.
  ///
  /// The order in which things that are due at one instant happen next is no part of it: a search
  /// takes them in every order. Without flights, what is on its way is left out.
  public func show(to printer: inout Fingerprinter, withFlights: Bool = true) {
    printer.show(state)
    for place in engine.parties.indices {
      printer.add(to: engine.parties[place].name) { printer in
        engine.parties[place].show(to: &printer)
        links[place].show(to: &printer)
        engine.parties[place].showRequests(to: &printer)
      }
    }
    if flights.isEmpty || !withFlights { return }
    for flight in flights.inOrder {
      printer.add(to: flight.value.id.party) { printer in
        printer.show(flight) { $1.show(to: &$0) }
      }
    }
  }
}

extension PartyProcess {
  fileprivate func showRequests(to printer: inout Fingerprinter) {
    printer.mix(UInt64(truncatingIfNeeded: requests.count))
    // By their places: a copy of a request would be one of its effect.
    for place in requests.indices {
      printer.mix(requests[place].number ?? 0, as: Machine.Event.requestField)
      printer.mix(requests[place].limit, counts: .future)
    }
  }

  fileprivate func show(to printer: inout Fingerprinter) {
    let phase: UInt64 =
      switch phase {
      case .neverStarted: 0
      case .running: 1
      case .endedByUser: 2
      case .endedBySystem: 3
      }
    printer.mix(phase << 32 | UInt64(truncatingIfNeeded: timers.count))
    for timer in timers {
      printer.mix(timer.name)
      printer.mix(timer.due, counts: .future)
      printer.show(timer.event)
    }
  }
}

extension Link {
  fileprivate func show(to printer: inout Fingerprinter) {
    printer.mix(isDown ? 1 : 0)
    printer.mix(UInt64(truncatingIfNeeded: answersToLose))
  }
}

extension Flight {
  fileprivate func show(to printer: inout Fingerprinter) {
    printer.mix(due, counts: .future)
    printer.mix(recipient)
    switch content {
    case .arrival(let event, let isAwaited):
      printer.mix(isAwaited ? 1 : 5)
      printer.show(event)
    case .answer(let event, let request):
      printer.mix(2)
      printer.mix(request, as: Event.requestField)
      printer.show(event)
    case .message(let event, let needsProcess, let launch):
      printer.mix(needsProcess ? 4 : 3)
      printer.show(event)
      printer.mix(launch == nil ? 0 : 1)
      if let launch { printer.show(launch) }
    }
  }
}
