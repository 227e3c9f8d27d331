import ArgumentParser
import Diagnostics

/// Prints the page of one diagnostic code, or the list of all.
struct ExplainCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "One page about a diagnostic code.")

  @Argument(help: "The code, such as S101; without it, all codes are listed.")
  var code: String?

  @OptionGroup var output: OutputOptions

  mutating func judge() -> Verdict {
    guard let code else {
      for entry in KnownCodes.all { Console.write("\(entry.id)  \(entry.title)\n") }
      return .clean
    }
    let known = KnownCodes.all
    guard let page = known.first(where: { $0.id == code.uppercased() }) else {
      let near = didYouMean(code.uppercased(), among: known.map(\.id)).map { "; \($0)" }
      Console.writeError("error: there is no code '\(code)'\(near ?? "")\n")
      return .invalid
    }
    Console.write("\(page.id): \(page.title)\n\n\(page.explanation)\n")
    return .clean
  }
}
