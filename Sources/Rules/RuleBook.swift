import EventSourcing

/// Holds a run against many rules at once, record by record, in memory that does not grow with
/// the run.
public struct RuleBook<Machine: Reducer>: Sendable {
  private var monitors: [(rule: Int, monitor: RuleMonitor<Machine>)] = []
  private let ruleCount: Int

  /// Opens the book on `rules`; rules about each device are watched once for each of `devices`.
  public init(_ rules: [Rule<Machine>], devices: [String]) {
    ruleCount = rules.count
    for (index, rule) in rules.enumerated() {
      switch rule.scope {
      case .all:
        monitors.append((index, RuleMonitor(rule, party: nil)))
      case .party(let name):
        monitors.append((index, RuleMonitor(rule, party: name)))
      case .eachDevice:
        for device in devices { monitors.append((index, RuleMonitor(rule, party: device))) }
      }
    }
  }

  /// Takes the next record of the log; history is not `judged`, and rules only look back at it.
  public mutating func observe(
    _ record: LogRecord<Machine.Event, Machine.Effect>, judged: Bool = true
  ) {
    guard let name = record.name else { return }
    for index in monitors.indices {
      monitors[index].monitor.observe(record, name: name, judged: judged)
    }
  }

  /// Judges what is still open when the run ends at `end`, that instant included.
  public mutating func finish(at end: Instant) {
    for index in monitors.indices { monitors[index].monitor.finish(at: end) }
  }

  /// The rules that were broken or are inconclusive: the first violation of each device.
  public var violations: [(rule: Int, violation: Violation)] {
    monitors.compactMap { entry in entry.monitor.violation.map { (entry.rule, $0) } }
  }

  /// Whether anything happened that rule number `rule` speaks about.
  public func exercised(_ rule: Int) -> Bool {
    monitors.contains { $0.rule == rule && $0.monitor.exercised }
  }
}
