import EventSourcing
import Simulation

extension RunPlan {
  /// Whether the machine can follow it: every party that it names is there, and every event is one
  /// that may be given.
  public var fitsMachine: Bool {
    let devices = setting.deviceNames
    if devices.isEmpty || Set(devices).count < devices.count { return false }
    let parties = setting.answering == .choices ? devices : devices + S.backends
    return steps.allSatisfy { step in
      if case .input(_, let event, _) = step.action, S.validationError(in: event) != nil {
        return false
      }
      return step.party.map { parties.contains($0) } ?? true
    }
  }
}

extension SearchOptions {
  /// Whether a plan has no more devices, time, inputs and faults than a search draws.
  public func allows(_ plan: RunPlan<S>) -> Bool {
    // The last step of a run may come after its time is over.
    let time = plan.steps.dropLast().reduce(TimeSpan.zero) { $0 + $1.after }
    guard plan.setting.devices.count <= devices, time < span else { return false }
    return plan.steps.allSatisfy { step in
      switch step.action {
      case .wait, .due: true
      case .input(_, let event, let first):
        (!first || faults.contains(.ties)) && allows(event)
      case .fault(let fault): allows(fault)
      }
    }
  }

  private func allows(_ event: S.Machine.Event) -> Bool {
    let isInput = inputs?.contains { $0.given(event) == event && $0.name == event.name } ?? true
    let role = S.role(of: event)
    if role == .inside { return isInput || faults.contains(.staleAnswer) }
    return isInput && role.fault.map { faults.contains($0) } ?? true
  }

  private func allows(_ fault: RunFault<S.Reply>) -> Bool {
    switch fault {
    case .answer(_, let reply, let time):
      switch reply.status {
      case 401: faults.contains(.unauthorized)
      case 400...499: faults.contains(.clientError)
      case 500...: faults.contains(.serverError)
      default: time == .zero || faults.contains(.latency) || faults.contains(.late)
      }
    case .fail(_, .offline, _): faults.contains(.offline)
    case .fail: faults.contains(.connectionLost)
    case .hang: faults.contains(.hanging)
    case .drop: faults.contains(.lost)
    case .duplicate: faults.contains(.duplicate)
    case .delay: faults.contains(.late)
    }
  }
}
