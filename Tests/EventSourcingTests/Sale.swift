import EventSourcing

/// The words of a small shop, which number what they ask for by its receipt.
enum Sale: ShortVocabulary {
  case opened
  case paid(receipt: Int64, note: String? = nil)
  case refunded(receipt: Int64? = nil)
  case counted(coins: Int64, notes: Int64, cards: Int64)
  case tipped(value: Int64)

  enum Name: CaseText, EventName {
    case opened, paid, refunded, counted = "counted_up", tipped

    func word<Made>(_ word: EventWord<Sale, Made>) -> Made {
      switch self {
      case .opened: word("The shop opened.", .outside, .opened)
      case .paid: word("Somebody paid.", .inside, .paid(receipt: 1))
      case .refunded: word("Somebody got the money back.", .outside, .refunded())
      case .counted:
        word("The money was counted.", .outside, .counted(coins: 1, notes: 2, cards: 3))
      case .tipped: word("Somebody gave a tip.", .outside, .tipped(value: 1))
      }
    }
  }

  static let requestField: String = "receipt"

  func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Sale> {
    switch self {
    case .opened: v(.opened, self)
    case .paid(let receipt, let note):
      try v(.paid, Sale.paid, ("receipt", receipt), ("note", note))
    case .refunded(let receipt): try v(.refunded, Sale.refunded, ("receipt", receipt))
    case .counted(let coins, let notes, let cards):
      try v(.counted, Sale.counted, ("coins", coins), ("notes", notes), ("cards", cards))
    case .tipped(let value):
      v(.tipped, .tipped(value: try v("value", value, default: 1, "In cents.")))
    }
  }
}
