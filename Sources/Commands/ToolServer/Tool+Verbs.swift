extension Tool {
  /// The tools in the order in which agents see them.
  static let all = rows.map { Tool($0) }

  /// The verbs that are tools, without what needs a terminal, another process or the whole of
  /// standard input, and what rewrites a file that is read.
  static var rows: [Row] {
    [
      // As in an editor, a run ends after a million records.
      Row(
        name: "check", verb: CheckCommand.self, fixed: ["--budget=1000000"],
        without: ["budget", "failed", "watch", "update", "yes"], mayWrite: true),
      Row(
        name: "show", verb: ShowCommand.self, without: ["html", "engine", "width"], needs: ["trace"]
      ),
      Row(name: "why", verb: WhyCommand.self),
      Row(name: "why_not", verb: WhyNotCommand.self),
      Row(
        name: "state_at", verb: ReplayCommand.self,
        summary: "The whole state of a trace's machine after a record.", fixed: ["--state"],
        only: ["traces", "at", "reading", "profile", "lenient", "assume"],
        needs: ["traces", "at"]),
      Row(
        name: "replay", verb: ReplayCommand.self,
        without: [
          "state", "twice", "rerecord", "snapshots", "output", "step", "verdicts", "skip", "set",
          "insert",
        ], needs: ["traces"]),
      Row(name: "triage", verb: TriageCommand.self, without: ["verdicts"], needs: ["traces"]),
      Row(
        name: "what_if", verb: ReplayCommand.self,
        summary: """
          What would have happened: folds one trace again without some of its events, with other \
          values or with further events, and shows what follows differently.
          """, only: ["traces", "skip", "set", "insert", "lenient"], needs: ["traces"],
        needsOneOf: ["skip", "set", "insert"]),
      Row(name: "minimize", verb: MinimizeCommand.self, mayWrite: true),
      Row(name: "spec", verb: SpecCommand.self, mayWrite: true),
      Row(name: "conform", verb: ConformCommand.self, without: ["verdicts"], needs: ["traces"]),
      Row(name: "simulate", verb: SimulateCommand.self, mayWrite: true),
      Row(name: "explore", verb: ExploreCommand.self, mayWrite: true),
      Row(name: "vocabulary", verb: VocabularyCommand.self),
      Row(name: "explain", verb: ExplainCommand.self),
    ]
  }
}
