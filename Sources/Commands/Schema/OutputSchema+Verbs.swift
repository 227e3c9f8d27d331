import EventSourcing
import SpecFormat

extension OutputSchema {
  /// The members of each verb beside those of the envelope.
  static let verbs: [(verb: String, members: [Value.Field])] = [
    ("check", check), ("show", show), ("why", why), ("why-not", whyNot), ("replay", replay),
    ("conform", conform), ("verify", verify), ("diff", diff), ("bisect", bisect),
    ("minimize", minimize), ("spec", spec), ("coverage", coverage), ("vocabulary", [terms]),
    ("schema", schema), ("explain", [codes, terms]), ("import", imported), ("export", exported),
  ]

  private static let file = member("file", text, "The trace.")
  private static let started = member("started", number, "When the trace began.")
  private static let stopped = member("stopped", text, "That a signal ended it early, and where.")
  private static let target = member("output", text, "The file that was written.")

  private static let check = [
    member("counts", counts, "How many scenarios had which outcome."),
    member("scenarios", list(of: scenario), "The scenarios in the order in which they are shown."),
    member(
      "readings",
      list(
        of: .map(
          [
            member("reading", text, "The reading as name=value."),
            member("scenarios", number, "How many scenarios ran under it."),
            member("broken", texts, "The ids of those that do not hold."),
          ], required: ["reading", "scenarios", "broken"])),
      "The table of --readings all."),
    member("ties", object, "The scenarios that depend on the order of ties, for --ties=both."),
    member("updates", objects, "The expected values that --update has rewritten or kept."),
  ]

  private static let counts = Value.map(
    ["total", "passed", "failed", "skipped", "known_bugs", "unexpected_passes"].map {
      member($0, number, "")
    }, required: ["total", "passed", "failed"])

  private static let scenario = Value.map(
    [
      member("id", text, "The id, with the row in brackets where there are examples."),
      member("name", text, "The sentence that it states."),
      member("file", text, "The spec."),
      member("line", number, "The line on which it begins."),
      member("tags", texts, ""),
      member("covers", texts, "The requirements that it claims to cover."),
      member(
        "outcome",
        .object([
          "enum": .texts(["passed", "failed", "skipped", "known_bug", "unexpected_pass"])
        ]), "How it went."),
      member("reason", text, "Why it was skipped, or which bug is known."),
      member("virtual_time", text, "How long it ran in virtual time."),
      member("failures", list(of: reference("finding")), "What was found."),
    ], required: ["id", "name", "file", "line", "tags", "covers"])

  private static let show =
    [
      file, started, member("sdk", text, "The system."),
      member("engine", text, "The version of the engine that recorded it."),
      member("profile", text, "The profile that it begins with."),
      member("readings", object, "The readings that it begins with."),
      member("config", object, "The configuration that it begins with."),
      member("origin", text, "Where it comes from."),
      member("records", number, "How many records there are."),
      member("parties", objects, "The devices and backends with their records."),
      member("rows", records, "The records that are shown."),
      member("requests", objects, "The requests with their answers."),
      member("from", number, "The first instant that is counted."),
      member("to", number, "The last instant that is counted."),
      member("counts", objects, "How often each event and effect happened."),
      member("html", text, "The page that was written."),
      member("bytes", number, "The size of the page."),
    ]

  private static let explanation = [
    member("chain", objects, "The records from this one back to what came from outside."),
    member("origin", text, "What the chain ends at."),
    member("missing", number, "The record that the chain names and the trace lacks."),
    member("event", reference("record"), "The event that was folded."),
    member("changes", .anyOf([differences, objects]), "What the event changed."),
    member("consequences", objects, "What followed."),
    member("consequence_count", number, "How many records followed."),
  ]

  private static let why =
    [
      file, started, member("first_drift", number, "The first record that does not agree."),
      member("record", reference("record"), "The record that was asked about."),
      member("field", text, "The field that was asked about."),
      member("party", text, "Whose field it is."),
      member("at", number, "The instant that was asked about."),
      member("value", .object([:]), "The value of the field then."),
      member("more", flag, "Whether it changed more often than is listed."),
      member("explanation", object, "Why the field has its value."),
    ] + explanation

  private static let whyNot = [
    file, started, member("first_drift", number, "The first record that does not agree."),
    member("effect", text, "The effect that was asked about."),
    member("party", text, "The device."), member("at", number, "The instant."),
    member("gated", flag, "Whether gates can hold the effect back."),
    member("gates", objects, "The gates that held it, with when each opens."),
    member("before", reference("record"), "The last one before."),
    member("after", reference("record"), "The first one after."),
    member("ordered_by", objects, "The events that order it in this trace."),
  ]

  private static let replay =
    verdicts + [
      file, started, stopped,
      member("traces", objects, "One object for each trace."),
      member("groups", objects, "Equal drifts with their number."),
      member("accepted", objects, "The drifts that a file accepts."),
      member("first_drift", number, "The first record that does not agree."),
      member("changed", flag, "Whether recording it anew changes anything."),
      member("sealed", flag, "Whether only its numbers and hash change."),
      member("counts", objects, "How many effects were added, removed and altered."),
      member("changes", objects, "What was changed."),
      member("effects", objects, "The effects that differ from the recording."),
      member("effect_count", number, "How many effects differ."),
      member("orphaned", objects, "Answers whose request is gone."),
      member("orphaned_count", number, "How many answers have lost their request."),
      member("assumed", objects, "Answers that were made up."),
      member("assumed_count", number, "How many answers were made up."),
      member("states", objects, "In which way the states differ at the end."),
      member("endless", flag, "Whether the run was stopped as endless."),
    ]

  /// What a line of --verdicts has.
  private static let verdicts = [
    member("device", text, "The device, or the trace's path."),
    member("records", number, "How many records were read."),
    member("signatures", objects, "What was found, by kinds that many traces share."),
  ]

  private static let conform =
    verdicts + [
      member("traces", objects, "One object for each trace."),
      member("groups", objects, "The rules that are broken, with how many traces break them."),
    ]

  private static let verify = [
    member(
      "traces",
      list(
        of: .map(
          [
            file, member("intact", flag, "Whether it is as its recorder left it."),
            member("records", .anyOf([number, .type("null")]), "How many records there are."),
            member("snapshots", number, "How many of them are snapshots."),
            member("repaired", text, "The trace that --repair has written."),
            member("lost_lines", number, "How many lines are not in it."),
            member("lost_places", number, "How many damaged places of a log are not in it."),
            member("lost", text, "The file that has them."),
          ], required: ["file", "intact"])), "One object for each trace.")
  ]

  private static let diff = [
    file, member("files", texts, "The two traces."),
    member("same", flag, "Whether there is no difference."),
    member("start_shift", number, "By how much the second begins later."),
    member("settings", differences, "Where the headers differ."),
    member("records", object, "How many records there are on each side."),
    member("count", number, "How many differences there are."),
    member("groups", objects, "Equal differences with their number."),
    member("differences", objects, "The differences in the order of the traces."),
    member("variants", texts, "The profiles or readings that are compared."),
    member("events", number, "How many events were folded."),
    member("differing", number, "How many events have another outcome."),
  ]

  private static let bisect = [
    file, member("claim", text, "What was looked for."),
    member("broken", flag, "Whether it is broken anywhere."),
    member("record", reference("record"), "The first record after which it is."),
    member("changes", differences, "What this record changed."),
    member("causes", records, "What led to the record."),
    member("held_again", .anyOf([number, flag, .type("null")]), "Where it held once more."),
    member("passes", number, "How often the trace was read."),
    member("records", number, "How many records were looked at."),
  ]

  private static let minimize = [
    file, target, stopped, member("finding", text, "The finding that is kept."),
    member("records", object, "How many records there are before and after."),
    member("tries", number, "How many smaller traces were tried."),
    member("trace", text, "The smallest trace."),
  ]

  private static let spec = [
    file, target, member("steps", number, "How many steps it has."),
    member("effects", number, "How many effects it claims."),
    member("fixtures", texts, "The fixtures that it uses."),
    member("spec", text, "The spec."),
  ]

  private static let coverage = [
    member(
      "requirements",
      list(
        of: .map(
          statement + [member("covered", flag, "Whether a passing scenario covers it.")] + covering,
          required: ["id", "says", "covered", "scenarios", "failing"])),
      "The requirements and clauses in the order of the catalogue."),
    member(
      "whole_requirements",
      list(of: .map(statement + covering, required: ["id", "says", "scenarios", "failing"])),
      "The requirements that have clauses; a scenario that names one by its bare id covers none of "
        + "its clauses."),
    member("faults", object, "Which faults of --mutants are caught, and by what."),
  ]

  private static let statement = [
    member("id", text, "The requirement or clause."), member("says", text, "The statement."),
  ]

  private static let covering = [
    member("scenarios", texts, "The passing scenarios that cover it."),
    member("failing", texts, "The failing ones."),
  ]

  private static let schema = [
    member("subject", text, "What the schema describes."), target,
    member("schema", object, "The schema."),
  ]

  private static let imported = [
    member("file", text, "The log."), target,
    member("records", counts(["events", "effects", "others"]), "What is in the trace."),
    member(
      "lines",
      counts(["reordered", "repeated", "blank", "passed_over", "unusable", "lost_causes"]),
      "What became of the lines that are not in the trace as they stood."),
    member("unknown_fields", texts, "Fields that the machine does not have."),
    member("uses", texts, "What the verbs can say about the trace."),
    member("trace", text, "The trace, where no file is written."),
  ]

  private static let exported = [
    file, target, member("events", number, "How many CloudEvents there are."),
    member("lost", texts, "What the format cannot say."),
    member("document", text, "The CloudEvents, where no file is written."),
  ]

  private static func counts(_ names: [String]) -> Value {
    .map(names.map { member($0, number, "") }, required: names)
  }

  private static let codes = member(
    "codes",
    list(
      of: .map(
        ["code", "title", "explanation"].map { member($0, text, "") },
        required: ["code", "title", "explanation"])), "Diagnostic codes with their pages.")

  private static let optionalText = Value.anyOf([text, .type("null")])

  private static let choices = list(
    of: .map([member("name", text, ""), member("summary", text, "")], required: ["name"]))

  private static let terms = member(
    "terms",
    list(
      of: .map(
        [
          member("kind", text, "What it is a name of."),
          member("name", text, "The name as it is written."),
          member("system", optionalText, "The system that has it; null for all."),
          member("summary", text, "What it means."),
          member("type", text, "What may stand under it, in words."),
          member("choices", choices, "The names that may stand under it."),
          member("default", optionalText, "What holds where it is left out, as YAML."),
          member("members", objects, "Its fields or keys."),
          member("example", object, "It in use, and where that stands."),
        ], required: ["kind", "name", "summary", "example"])), "Names with all about them.")
}
