// SPDX-License-Identifier: MIT
import JokeClient
import JokeSwipe
import JokeWire
import Testing

@Suite("The plain card")
struct PlainTests {
    /// The printed text, and the requests without a reply.
    private struct Talk {
        var model = PlainSwipeModel(display: DisplayOptions())
        var said: [String] = []
        var requests: [JSON] = []
        var ended: Bool?

        mutating func take(_ input: PlainSwipeModel.Input) {
            for action in model.handle(input, at: .zero) {
                switch action {
                case .say(let text): said.append(text)
                case .connection(.send(let bytes)):
                    let lines = bytes.split(separator: 0x0A).compactMap { try? JSON(parsing: $0) }
                    requests += lines.filter { $0["id"] != nil }
                case .quit(let isDone): ended = isDone
                default: break
                }
            }
        }

        mutating func answer(_ result: JSON = [:]) {
            let message: JSON = ["id": requests.removeFirst()["id"] ?? .null, "result": result]
            take(.connection(.received(message.jsonLine)))
        }

        mutating func tell(_ state: CardState) throws {
            let params: JSON = [
                "topic": "state", "changed": [], "cause": .null, "state": try JSON(parsing: state.jsonBytes),
            ]
            let message: JSON = ["method": "event", "params": params]
            take(.connection(.received(message.jsonLine)))
        }

        mutating func takeSaid() -> [String] {
            defer { said = [] }
            return said
        }
    }

    private func connected() throws -> Talk {
        var talk = Talk()
        talk.take(.connection(.opened))
        talk.answer(["connection": 7])
        try talk.tell(.sample)
        return talk
    }

    @Test("the joke is printed, then the commands")
    func firstOutput() throws {
        var talk = try connected()
        #expect(talk.takeSaid() == [CardState.sample.joke.value, "9 in the queue, 3 saved. Commands: help."])
    }

    @Test("the news of a change is printed: a decision, the next joke, an error")
    func printedChanges() throws {
        var talk = try connected()
        _ = talk.takeSaid()
        try talk.tell(.sample.with { ($0.backgroundColor, $0.decisionState) = (.green, .liked) })
        try talk.tell(.next)
        try talk.tell(.next.with { $0.fetching = true })
        try talk.tell(
            .next.with {
                $0.online = false
                $0.error = .init(kind: "offline", message: "Offline.", retryAt: "2026-04-01T09:30:00Z")
            })
        #expect(
            talk.takeSaid() == [
                "Liked.", CardState.next.joke.value, "Fetching.", "Offline.",
                "Trouble: Offline (next try: 2026-04-01 09:30)",
            ])
    }

    @Test("a translation is printed with its credit")
    func translation() throws {
        var talk = try connected()
        _ = talk.takeSaid()
        try talk.tell(.sample.with { $0.showTranslation = true })
        #expect(
            talk.takeSaid() == [
                "Le conté a mi gata un chiste de perros. Me pidió la fuente.\n"
                    + "(Machine translation, en to es. Translated by Apertium. https://apertium.org)"
            ])
    }

    @Test("a command waits for the reply to the one before it")
    func commandsInOrder() throws {
        var talk = try connected()
        talk.take(.typed("like"))
        talk.take(.typed("like"))
        #expect(talk.requests.count == 1 && talk.requests[0]["params"] == ["ifJoke": "j1"])
        try talk.tell(.next)
        talk.answer()
        #expect(talk.requests.count == 1 && talk.requests[0]["params"] == ["ifJoke": "j2"])
    }

    @Test("at the end of input it ends after all replies, or at once without a daemon")
    func endOfInput() throws {
        var talk = try connected()
        talk.take(.typed("next"))
        talk.take(.end)
        #expect(talk.ended == nil)
        talk.answer()
        #expect(talk.ended == true)
        var alone = Talk()
        alone.take(.typed("next"))
        alone.take(.end)
        alone.take(.connection(.openFailed(.unreachable(path: "/s"))))
        #expect(alone.ended == false)
    }

    @Test("saved jokes have numbers for reading and deleting")
    func savedJokes() throws {
        var talk = try connected()
        talk.take(.typed("s"))
        let joke = try JSON(parsing: CardState.next.joke.jsonBytes)
        talk.answer(["items": [["joke": joke]], "next": .null, "total": 1, "exact": true])
        _ = talk.takeSaid()
        talk.take(.typed("read 1"))
        talk.take(.typed("read 2"))
        talk.take(.typed("delete 1"))
        #expect(
            talk.takeSaid() == [
                CardState.next.joke.value, "Which one? Give a number of the list; saved lists them.",
            ])
        #expect(talk.requests.first?["params"] == ["jokes": ["j2"]])
        talk.answer(["seq": 1, "changed": true, "deleted": ["j2"]])
        #expect(
            talk.takeSaid() == ["Deleted \"Parallel lines have so much in common. …\"; undo takes it back."])
    }

    @Test("an unknown command is reported")
    func unknownCommand() throws {
        var talk = try connected()
        _ = talk.takeSaid()
        talk.take(.typed("jump"))
        #expect(talk.takeSaid() == ["There is no command 'jump'; help lists them."])
    }
}
