import Diagnostics
import EventSourcing
import Inspection
import JSON
import Replay
import Reports
import Timeline
import Traces

extension OpenTrace {
  func head() -> PageAnswer {
    PageAnswer { json in
      json.object { json in
        json.member("head", header.write)
        json.member("findings", findings.write)
        json.list("profiles") { list in system.erased.profiles.forEach { list.element($0.name) } }
        json.list("readings") { write(readings: &$0) }
        json.list("gated") { list in
          for name in system.erased.gatedEffects { list.element(name) }
        }
        json.list("events") { list in
          for word in system.erased.events {
            list.list { pair in
              pair.element(word.name)
              pair.element(word.summary)
            }
          }
        }
      }
    }
  }

  /// Each reading with its possible values, if they can be listed, and its current value.
  private func write(readings list: inout JSONOutput) {
    let values = header.readings
    let text = ValueText(from: header.started)
    for field in system.erased.readings.fields {
      list.list { reading in
        reading.element(field.name)
        reading.list { names in
          if case .choice(let options) = field.schema {
            for option in options { names.element(option.name) }
          } else if case .boolean = field.schema {
            for name in ["false", "true"] { names.element(name) }
          }
        }
        reading.element(text.text(values[field.name]))
      }
    }
  }

  func overview(_ question: PageQuestion) throws(QuestionError) -> PageAnswer {
    let history = try history(of: question)
    let overview = try history.overview()
    shown = overview
    return PageAnswer { json in
      json.object { json in
        json.member("count", Int64(overview.count))
        json.member("spans", Int64(overview.spans.count / 2))
        json.member("bars", Int64(overview.bars.count / 7))
        json.list("parties") { list in overview.index.parties.forEach { list.element($0) } }
        json.member(names: overview.index.names, system.erased.events + system.erased.effects)
        json.member(gates: overview.gates)
        json.member(effects: overview.effects)
      }
    }
  }

  func rows(_ question: PageQuestion) throws(QuestionError) -> PageAnswer {
    let history = try history(of: question)
    let rows = try question.rows(of: history)
    let records = try diagnosed { () throws(Diagnostic) in try history.trace.records(rows) }
    return PageAnswer { json in
      json.list { list in for record in records { list.typedElement(record.fields) } }
    }
  }

  func moment(_ question: PageQuestion) throws(QuestionError) -> PageAnswer {
    let history = try history(of: question)
    let row = try question.place("row")
    let party = question["party"]
    let moment = try diagnosed { () throws(Diagnostic) in
      try history.trace.moment(at: row, of: party)
    }
    guard let moment else { throw .mistake("there is no row \(row)") }
    return PageAnswer { json in
      json.object { json in
        json.typedMember("before", moment.before)
        json.typedMember("after", moment.view)
      }
    }
  }
}
