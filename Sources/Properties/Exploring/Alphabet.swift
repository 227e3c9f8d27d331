import EventSourcing
import Simulation

/// The inputs, faults and answers of an exhaustive search, beside the passing of time: few values,
/// since every one multiplies the states.
public struct Alphabet<S: System>: Sendable {
  /// The events that may happen to each device at any time.
  public var inputs: [S.Machine.Event]
  /// How the requests of each kind may be answered; what is not named here hangs until the
  /// transport gives up.
  public var replies: [(kind: String, replies: [S.Reply])]
  /// How a request may fail at once.
  public var failures: [NetworkFailure]
  /// Whether what is on its way to or from simulated backends may be lost.
  public var drops: Bool
  /// Whether what is on its way to or from simulated backends may arrive twice.
  public var duplicates: Bool
  /// How long to wait, beside the waits that end at the edges of windows and just before them.
  public var waits: [TimeSpan]

  /// Chooses what may happen.
  public init(
    inputs: [S.Machine.Event], replies: [(kind: String, replies: [S.Reply])] = [],
    failures: [NetworkFailure] = [], drops: Bool = false, duplicates: Bool = false,
    waits: [TimeSpan] = []
  ) {
    self.inputs = inputs
    self.replies = replies
    self.failures = failures
    self.drops = drops
    self.duplicates = duplicates
    self.waits = waits
  }

  /// A sample of each event that comes from outside, and a success and a failure of the server for
  /// each kind of request.
  public static var samples: Alphabet {
    Alphabet(
      inputs: S.Machine.Event.samples.filter { S.role(of: $0).isFromOutside },
      replies: S.requestKinds.map { kind in
        (kind, [S.defaultReply(to: kind, number: 1), S.reply(status: 503, to: kind, number: 1)])
      })
  }

  /// The replies to a kind of request.
  func replies(to kind: String?) -> [S.Reply] {
    guard let kind else { return [] }
    for entry in replies where entry.kind == kind { return entry.replies }
    return []
  }
}

extension Alphabet {
  /// The values that may be exchanged for each other, class by class: with two of them swapped in
  /// every input the inputs are the same ones.
  public var interchangeable: [[String]] {
    let written = inputs.map { Written(name: $0.name.text.description, value: $0.value) }
    var texts: [String] = []
    for input in written { input.value.addPersonalTexts(to: &texts) }
    var classes: [[String]] = []
    for text in texts where !classes.contains(where: { $0.contains(text) }) {
      let partners = texts.filter { $0 != text && isSymmetric(text, $0, in: written) }
      if !partners.isEmpty { classes.append([text] + partners) }
    }
    return classes
  }

  private func isSymmetric(_ left: String, _ right: String, in inputs: [Written]) -> Bool {
    let swapped = inputs.map { Written(name: $0.name, value: $0.value.swapping(left, right)) }
    return Set(swapped) == Set(inputs)
  }

  private struct Written: Hashable {
    var name: String
    var value: Value
  }
}

extension Value {
  /// The personal texts in the tree, each once, in the order in which they stand there.
  fileprivate func addPersonalTexts(to texts: inout [String]) {
    switch self {
    case .personal(let text):
      let isPlain = text.first != " " && text.last != " " && !text.isEmpty
      if isPlain, !texts.contains(text) { texts.append(text) }
    case .list(let values):
      for value in values { value.addPersonalTexts(to: &texts) }
    case .fields(let fields):
      for field in fields { field.value.addPersonalTexts(to: &texts) }
    case .null, .boolean, .integer, .text, .instant, .span: break
    }
  }

  /// The same tree with two texts in each other's place.
  fileprivate func swapping(_ left: String, _ right: String) -> Value {
    switch self {
    case .personal(let text):
      .personal(text == left ? right : text == right ? left : text)
    case .list(let values):
      .list(values.map { $0.swapping(left, right) })
    case .fields(let fields):
      .fields(
        fields.map {
          Value.Field(name: $0.name, value: $0.value.swapping(left, right))
        })
    case .null, .boolean, .integer, .text, .instant, .span: self
    }
  }
}
