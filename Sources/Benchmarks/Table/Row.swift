/// One kind of work, and the programs that do it.
struct Row {
  /// The name by which a row is chosen on the command line.
  var name: String
  /// What it measures.
  var title: String
  /// What the figures are about: an event, a byte, a start.
  var unit: String
  /// Which time counts.
  var time = Time.processor
  /// The number of times a contestant works in one measurement.
  var repeats = 1
  /// Who does the work; the others are compared with the first.
  var contestants: [Contestant]
  /// What the project promises.
  var targets: [Target] = []

  /// A kind of time.
  enum Time {
    /// Over all cores: other work on the machine disturbs it least.
    case processor
    /// What passes, where the work is spread over cores.
    case elapsed
  }
}
