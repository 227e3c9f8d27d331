import Reports

extension StateExplanation: ReportedRecord {
  package static let reported = ReportMembers<StateExplanation> { it in
    it("drift", { $0.drift }, "The record with the first drift.")
    it("changes", { $0.changes }, "The changes that explain it, from the earliest record on.")
    it("nearest", { $0.nearest }, "Without any: the change after which most records are exact.")
    it.list("inputs", { $0.inputs }, "The fields that decide what the event orders.") { input in
      input("path", { $0.path })
      input("value", { $0.value })
      input("writer", { $0.writer }, "The record that wrote it last.")
    }
    it("own", { $0.own }, "The event with the drift and what it writes before it decides.")
    it("decisions", { $0.decisions }, "The decisions at the drift, each among all of its kind.")
    it("trials", { $0.trials }, "The number of changes tried.")
    it("cut", { $0.isCut }, "Whether there was more to try.")
  }
}

extension StateExplanation.OwnWrites: ReportedRecord {
  package static let reported = ReportMembers<StateExplanation.OwnWrites> { own in
    own("record", { $0.record })
    own("paths", { $0.paths })
  }
}

extension StateChange: ReportedRecord {
  package static let reported = ReportMembers<StateChange> { it in
    it("path", { $0.path }, "The way to the field in the state of the record's party.")
    it("also", { $0.also }, "The ways to fields that are left as they were with it.")
    it("machine", { $0.machine }, "The value that the machine gives it.")
    it("value", { $0.value }, "The value with which all is exact.")
    it("unchanged", { $0.isUnchanged }, "Whether the record leaves the field as it was.")
    it("repeats", { $0.repeats }, "Whether each later event of the name changes it once more.")
    it("clearing", { $0.isOfClearing }, "Whether those alone that would leave it empty.")
    it("at_end", { $0.isOfEnd }, "Whether it happens as a process ends, inside a launch.")
    it("any", { $0.isOfAny }, "Whether each event of any name changes it.")
    it("each", { $0.isOfEach }, "Whether it is that field of all elements of its lists.")
    it("chosen", { $0.chosen }, "The events that change it, where not all of the name do.")
    it("before", { $0.isBefore }, "Whether it is so before the event, which then goes by it.")
    it("timed", { $0.isTime }, "Whether it takes the instant of each event.")
    it("raised", { $0.raised }, "The number that is added to it.")
    it("shown", { $0.isShown }, "Whether the effects of the record carry the value.")
    it("record", { $0.record }, "The event after which all is exact.")
    it("earliest", { $0.earliest }, "The first such event, where it is another one.")
    it("last", { $0.last }, "The last event after which a change of the field still does.")
    it("own", { $0.own }, "The event behind it, which may have changed the field itself.")
    it("candidates", { $0.candidates }, "The names of the events up to it, the latest first.")
    it("natural", { $0.isNatural }, "Whether the machine could have left the value by itself.")
    it("next", { $0.next }, "The next record that differs nevertheless.")
    it("alternatives", { $0.alternatives }, "The number of other values that do the same.")
    it("writer", { $0.writer }, "The event that wrote the field last.")
  }
}

extension DecisionPattern: ReportedRecord {
  package static let reported = ReportMembers<DecisionPattern> { it in
    it("event", { $0.event })
    it("effect", { $0.effect })
    it("subject", { $0.subject }, "The timer, the reason or another name that the effect has.")
    it("kind", { $0.kind })
    it("wrong", { $0.wrong }, "The number of decisions with the difference.")
    it("right", { $0.right }, "The number of decisions without it.")
    it("marks", { $0.marks.map(\.description) }, "The facts that hold at those with it alone.")
  }
}
