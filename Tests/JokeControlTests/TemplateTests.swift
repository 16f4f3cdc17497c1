// SPDX-License-Identifier: MIT
import JokeControl
import JokeWire
import Testing

@Suite("A template")
struct TemplateTests {
    private static let result: JSON = [
        "seq": 7,
        "state": [
            "fetching": false, "error": .null,
            "joke": [
                "id": "j1", "value": "Two <b> & 'three'.\nFour #5 %{A1:rm:} 日本",
                "categories": ["dev", "food"],
                "url": .null,
            ],
        ],
        "savedAt": "2026-11-21T10:42:00+01:00",
    ]

    @Test(
        "members are printed by name through filters",
        arguments: [
            ("plain", "plain"), ("{{seq}}", "7"), ("a {{ state.joke.id }} b", "a j1 b"),
            ("{{joke.id}}", "j1"), ("{{fetching}}", "false"), ("{{joke.categories}}", "dev, food"),
            ("{{joke.url}}|{{joke.url|default:none}}", "|none"), ("{{error.message|default:fine}}", "fine"),
            ("{{joke.id|pad:4}}.", "j1  ."), ("{{joke.value|line|trunc:5}}", "Two …"),
            ("{{joke.value|trunc:200|line}}", "Two <b> & 'three'. Four #5 %{A1:rm:} 日本"),
            ("{{savedAt|date}} {{savedAt|time}}", "2026-11-21 2026-11-21 10:42"),
            ("{{joke.value|line|pango}}", "Two &lt;b&gt; &amp; &#39;three&#39;. Four #5 %{A1:rm:} 日本"),
            ("{{joke.value|tmux}}", "Two <b> & 'three'. Four ##5 %{A1:rm:} 日本"),
            ("{{joke.value|polybar}}", "Two <b> & 'three'. Four #5 % {A1:rm:} 日本"),
            ("{{joke.value|line|shell}}", #"'Two <b> & '\''three'\''. Four #5 %{A1:rm:} 日本'"#),
            ("{{joke.value|json}}", #""Two <b> & 'three'.\nFour #5 %{A1:rm:} 日本""#),
            ("{{joke.id|url}}{{savedAt|url}}", "j12026-11-21T10%3A42%3A00%2B01%3A00"),
            (#"a\tb\\n\q"#, "a\tb\\n\\q"),
            ("{{joke.value|line|trunc:38}}", "Two <b> & 'three'. Four #5 %{A1:rm:} …"),
        ])
    func lines(_ source: String, _ printed: String) throws {
        #expect(try Template(source).lines(of: Self.result) == printed + "\n")
    }

    @Test("each item of a list is a line")
    func list() throws {
        let list: JSON = ["items": [["joke": ["id": "a"]], ["joke": ["id": "b"]]], "total": 2]
        #expect(try Template("{{joke.id}}").lines(of: list) == "a\nb\n")
        #expect(try Template("{{joke.id}}").lines(of: ["items": []]) == "")
    }

    @Test("control sequences are removed with any filter")
    func controlSequences() throws {
        let evil = "\u{1B}[2J\u{202E}x\u{7}"
        for filter in ["", "|json", "|shell", "|trunc:9", "|default:y", "|pad:3", "|url"] {
            let printed = try Template("{{t\(filter)}}").lines(of: ["t": .string(evil)])
            #expect(!printed.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\u{7}" })
        }
        let deep: JSON = ["t": ["k": .string(evil)]]
        #expect(!(try Template("{{t}}").lines(of: deep)).contains("\u{1B}"))
    }

    @Test(
        "an error has its column",
        arguments: [
            ("{{", 1, "'{{' has no '}}'"), ("ab {{joke.id", 4, "'{{' has no '}}'"),
            ("{{}}", 3, "expected a name such as joke.value, found ''"),
            ("{{joke..id}}", 3, "expected a name such as joke.value, found 'joke..id'"),
            ("é{{ joke.id|trnc:4 }}", 13, "unknown filter 'trnc'; did you mean 'trunc'?"),
            ("{{joke.id|trunc}}", 11, "'trunc' needs a value: trunc:N"),
            ("{{joke.id|trunc:x}}", 11, "expected columns from 1 to 10000, found 'x'"),
            ("{{joke.id|trunc:0}}", 11, "expected columns from 1 to 10000, found '0'"),
            ("{{joke.id|html:2}}", 11, "'html' takes no value"),
        ] as [(String, Int, String)])
    func errorColumns(_ source: String, _ column: Int, _ problem: String) {
        #expect(throws: Template.TemplateError(column: column, problem: problem)) { try Template(source) }
    }

    @Test("an unknown name is reported with the nearest one")
    func unknownName() throws {
        #expect(
            throws: Template.TemplateError(
                column: 5, problem: "the result has no 'valeu'; did you mean 'value'?")
        ) {
            try Template("x {{joke.valeu}}").check(against: StateResponse.schema)
        }
        #expect(
            throws: Template.TemplateError(column: 3, problem: "the value before 'x' has no members")
        ) {
            try Template("{{seq.x}}").check(against: StateResponse.schema)
        }
    }

    @Test("a member that the result leaves out is empty")
    func missingMember() throws {
        #expect(try Template("x {{joke.setup}}.").lines(of: Self.result) == "x .\n")
    }
}

@Suite("Fields of JSON")
struct FieldsTests {
    private static let result: JSON = [
        "seq": 7, "joke": ["id": "j", "value": "v", "url": .null], "decided": .null,
    ]

    @Test(
        "the selected fields keep the order of the result",
        arguments: [
            ("seq", #"{"seq":7}"#), ("joke.value,seq", #"{"seq":7,"joke":{"value":"v"}}"#),
            ("joke,joke.id", #"{"joke":{"id":"j","value":"v","url":null}}"#),
            ("decided.id", #"{"decided":null}"#),
        ])
    func selectedFields(_ list: String, _ printed: String) throws {
        let fields = try #require(Fields(list))
        #expect(fields.selected(from: Self.result).jsonText == printed)
    }

    @Test("the fields of a list are those of each item")
    func list() throws {
        let fields = try #require(Fields("joke.id"))
        let list: JSON = ["items": [["joke": ["id": "a", "value": "x"]]], "total": 1]
        #expect(fields.selected(from: list).jsonText == #"{"items":[{"joke":{"id":"a"}}],"total":1}"#)
    }

    @Test("an unknown field is an error")
    func unknownField() throws {
        let fields = try #require(Fields("joke.valeu"))
        let failure = #expect(throws: CommandError.self) {
            try fields.check(against: DecisionResponse.schema)
        }
        #expect(failure?.message == "--json: the result has no 'valeu'; did you mean 'value'?")
        #expect(failure?.exitCode == .usage)
        #expect(Fields("joke..id") == nil)
    }

    @Test("a field that the result leaves out is left out")
    func missingField() throws {
        #expect(
            try #require(Fields("seq,joke.setup")).selected(from: Self.result).jsonText
                == #"{"seq":7,"joke":{}}"#)
    }
}
