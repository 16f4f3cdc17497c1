// SPDX-License-Identifier: MIT
import JokeBus
import JokeWire
import Testing

@Suite("What is searched for and shown")
struct SearchTextTests {
    @Test(
        "typed words are searched for; too little and mere signs are not",
        arguments: [
            (["zeb"], "zeb"), (["Old", "films"], "Old films"), (["old films"], "old films"),
            (["ab"], nil), (["a", "b"], nil), (["a", "bc"], "a bc"), ([], nil), ([""], nil), (["???"], nil),
            (["zebra", "%"], "zebra"), (["\"zebra*\""], "zebra*"), (["***"], nil), (["it's"], "it's"),
            (["niño"], "niño"), (["\n\tzebra\u{A0}"], "zebra"), (["\u{725B}\u{5976}"], "\u{725B}\u{5976}"),
            (["\u{725B}"], nil), (["\u{CEE4}\u{D53C}"], "\u{CEE4}\u{D53C}"),
        ] as [([String], String?)])
    func query(_ typed: [String], _ expected: String?) {
        #expect(SearchQuery.text(of: typed) == expected)
    }

    @Test("a text that is longer than any query is not searched for")
    func longQuery() {
        #expect(SearchQuery.text(of: [String(repeating: "a", count: 10_000)]) == nil)
        #expect(SearchQuery.text(of: Array(repeating: "word", count: 10_000)) == nil)
    }

    private func result(_ value: String, _ setup: String? = nil, _ punchline: String? = nil) -> SearchResult {
        SearchResult(
            Joke(
                id: Joke.ID(rawValue: "j1"), value: value, setup: setup, punchline: punchline,
                source: "builtin",
                language: "en"))
    }

    @Test("a joke in two parts has the punch line below the setup")
    func parts() {
        let found = result("Why?\nBecause.", "Why?", "Because.")
        #expect((found.title, found.rest) == ("Why?", "Because."))
        #expect(found.styled == "Why?<br>Because.")
        #expect(found.text == "Why?\nBecause.")
    }

    @Test("the first line of other jokes is the title")
    func lines() {
        #expect((result("One line.").title, result("One line.").rest) == ("One line.", nil))
        #expect((result("A\nB\n\nC").title, result("A\nB\n\nC").rest) == ("A", "B C"))
    }

    @Test("no part of a joke is markup or an escape sequence")
    func hostile() {
        let found = result("<img src='x'/>&lt;\u{1B}[31mred\u{202E}\u{0}<b>")
        #expect(found.styled == "&lt;img src='x'/&gt;&amp;lt;red&lt;b&gt;")
        #expect(found.title == "<img src='x'/>&lt;red<b>")
        #expect(found.text == found.title)
    }

    @Test("a long joke is cut at 200 characters, but copied whole")
    func long() {
        let long = String(repeating: "é", count: 300)
        let found = result(long)
        #expect(found.title == String(repeating: "é", count: 199) + "…")
        #expect(found.styled == found.title)
        #expect(found.text == long)
        #expect(result(String(repeating: "é", count: 200)).title.count == 200)
        #expect(result("S\n\(long)", "S", long).rest?.count == 200)
    }
}
