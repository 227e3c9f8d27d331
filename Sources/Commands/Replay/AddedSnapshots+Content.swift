import Diagnostics
import Replay
import Reports

extension AddedSnapshots: DocumentContent {
  var findings: [Diagnostic] { warnings }

  package static let reported = ReportMembers<AddedSnapshots> { it in
    it("records", \.records, "How many records it has.")
    it("snapshots", \.added, "How many snapshots there are now.")
    it("removed", \.removed, "How many there were before.")
  }

  func summary(of file: String, target: String?) -> String {
    let before = removed == 0 ? "" : ", \(removed) of before left out"
    return "\(visible(file)): \(counted(added, "snapshot")) in "
      + "\(counted(Int(records), "record"))\(before)\n"
  }
}
