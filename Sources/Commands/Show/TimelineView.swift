import Diagnostics
import Replay
import Reports
import Timeline
import Traces

/// A trace as it is to be shown.
struct TimelineView {
  let file: TraceFile
  let system: AnySystem
  let head: ErasedHeader
  let filter: TimelineFilter
  let lenient: Bool
  let times: TimeText

  func writeText(width: Int, in context: CommandContext) throws -> Verdict {
    let survey = try survey().survey
    let pages = PagedOutput(context.output)
    var text = TimelineText(survey, filter, times, width: width, style: context.style) {
      pages.write($0)
    }
    text.writeHead(head, file: file.path)
    let end = try system.visitTimeline(of: file.input, lenient: lenient, &text)
    pages.flush()
    if filter.isActive {
      context.output.write(
        "\n\(text.shown) of \(counted(Int(clamping: survey.records), "record")) shown\n")
    }
    return report(end, hasEffects: survey.effects > 0 || survey.records == 0, in: context)
  }

  func writeStatistics(in context: CommandContext) throws -> Verdict {
    let report = try statistics()
    context.output.write(report.statistics.lines(context.style).map { $0 + "\n" }.joined())
    return self.report(report.end, hasEffects: true, in: context)
  }

  /// The first pass: what there is, and whether the parties asked for are among it.
  @discardableResult
  func survey(
    readsData: Bool = false
  ) throws -> (survey: TimelineSurvey, end: TimelineEnd) {
    var survey = TimelineSurvey(filter, times, readsData: readsData)
    let end = try system.visitTimeline(of: file.input, lenient: lenient, &survey)
    for party in filter.parties where !survey.allParties.contains(party) {
      let known = survey.allParties
      let near = didYouMean(party, among: known) ?? "known: \(known.joined(separator: ", "))"
      throw Stop(.invalid, "the trace has no party '\(party)'; \(near)")
    }
    return (survey, end)
  }

  private func report(
    _ end: TimelineEnd, hasEffects: Bool, in context: CommandContext
  ) -> Verdict {
    if !hasEffects { context.output.write("\nno effects are recorded, only what happened\n") }
    if !end.warnings.isEmpty { context.output.write("\n") }
    for warning in end.warnings { context.show(warning) }
    if let failure = end.failure { context.showError(failure) }
    return verdict(end)
  }

  func verdict(_ end: TimelineEnd) -> Verdict { end.failure == nil ? .clean : .invalid }
}

/// Writes many short lines in few long pieces.
final class PagedOutput {
  private let output: Output
  private var page: [UInt8] = []

  init(_ output: Output) { self.output = output }

  func write(_ text: String) {
    page += text.utf8
    if page.count >= 1 << 16 { flush() }
  }

  func flush() {
    output.write(page)
    page.removeAll(keepingCapacity: true)
  }
}
