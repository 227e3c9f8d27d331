/// A number with its noun: `1 scenario`, `2 scenarios`.
public func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
