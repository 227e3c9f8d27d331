import ArgumentParser
import Properties

/// The kinds of faults that a command line names.
struct FaultSelection {
  let text: String
  let kinds: [FaultKind]

  static let all = FaultSelection(text: "all", kinds: FaultKind.allCases)
}

extension FaultSelection: ExpressibleByArgument {
  init?(argument: String) {
    text = argument
    switch argument {
    case "all": kinds = FaultKind.allCases
    case "none": kinds = []
    default:
      let named = argument.split(separator: ",").map { FaultKind(rawValue: String($0)) }
      guard !named.isEmpty, named.allSatisfy({ $0 != nil }) else { return nil }
      kinds = FaultKind.allCases.filter { named.contains($0) }
    }
  }

  var defaultValueDescription: String { text }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  static var allValueStrings: [String] {
    ["all", "none"] + FaultKind.allCases.map(\.rawValue)
  }
}
