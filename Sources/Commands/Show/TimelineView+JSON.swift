import EventSourcing
import JSON
import Replay
import Reports
import Timeline
import Traces

extension TimelineView {
  /// Writes the records as one document of `verb`, which is never whole in memory.
  func writeJSON(of verb: ShowCommand, in context: CommandContext) throws -> Verdict {
    let (survey, end) = try survey(readsData: true)
    let verdict = verdict(end)
    var rows = TimelineJSON(filter)
    let rest = verb.document(verdict, findings: end.findings) { document in
      writeHead(to: &document)
      document.member("records", survey.records)
      document.list("parties") { list in
        for party in survey.parties {
          list.object { object in
            object.member("name", party.name)
            object.member("records", party.records)
            object.member("first", party.first)
            object.member("last", party.last)
          }
        }
      }
      document.list("rows") { list in
        // What is wrong with the trace is known from the first pass.
        _ = try? system.visitTimeline(
          of: file.input, lenient: lenient, wants: { rows.wants($0) },
          visit: { record in
            rows.write(record, to: &list)
            if list.pending >= 1 << 16 { context.output.write(list.take()) }
          })
      }
      document.list("requests") { rows.writeRequests(to: &$0) }
    }
    context.output.write(rest)
    return verdict
  }

  func writeStatisticsJSON(of verb: ShowCommand, in context: CommandContext) throws -> Verdict {
    try survey()
    var statistics = TimelineStatistics(filter)
    let end = try system.visitTimeline(of: file.input, lenient: lenient, &statistics)
    let verdict = verdict(end)
    context.output.write(
      verb.document(verdict, findings: end.findings) { document in
        writeHead(to: &document)
        statistics.write(to: &document)
      })
    return verdict
  }

  private func writeHead(to object: inout JSONOutput) {
    object.member("file", file.path)
    object.member("sdk", head.sdk)
    object.member("engine", head.engine)
    object.member("profile", head.profile)
    object.member("readings", head.readings)
    object.member("config", head.config)
    if let origin = head.origin { object.member("origin", origin) }
    object.member("started", head.started.milliseconds)
  }
}
