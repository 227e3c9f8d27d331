import Diagnostics
import Testing

struct SuggestionTests {
  @Test(arguments: [
    ("set_attribute", "attribute_set"), ("add_tag", "tag_added"), ("tag_add", "tag_added"),
    ("launch_app", "app_launched"), ("inbox_read_message", "inbox_message_read"),
  ])
  func `the same words in another order are close`(written: String, meant: String) {
    let names = ["attribute_set", "tag_added", "app_launched", "inbox_message_read"]
    #expect(suggestion(for: written, among: names) == meant)
  }

  @Test(arguments: ["attr", "set_tag", "launch_app_now", "a_b", ""])
  func `other words are not`(written: String) {
    #expect(suggestion(for: written, among: ["attribute_set", "tag_added", "app_launched"]) == nil)
  }
}
