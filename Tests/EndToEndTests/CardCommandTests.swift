// SPDX-License-Identifier: MIT
import JokeLinux
import JokeTestSupport
import Testing

/// `jokectl card` with a copy of jokectl, which has no card beside it.
@Suite("jokectl card")
struct CardCommandTests {
    private let directory = TemporaryDirectory()
    private var card: String { "\(directory.path)/jokesd-card" }

    private func jokectl(_ words: String...) throws -> ProgramRun {
        let copy = "\(directory.path)/jokectl"
        _ = try ProgramRun("/bin/cp", [Programs.path(of: "jokectl"), copy], environment: [:])
        return try ProgramRun(copy, words, environment: ["PATH": ""])
    }

    @Test("without jokesd-card it names the path, the package and the card in the terminal")
    func notInstalled() throws {
        let run = try jokectl("card")
        #expect(run.end == .exited(69))
        #expect(run.output.isEmpty)
        #expect(
            run.errors == """
                jokectl: jokesd-card not found at \(card); install the package jokesd-card, or run `jokectl swipe` \
                in a terminal

                """)
    }

    @Test("it becomes the jokesd-card in its own directory, and passes the socket on")
    func installed() throws {
        directory.link("jokesd-card", to: "/bin/echo")
        #expect(try jokectl("card").output == "\n")
        #expect(try jokectl("card", "--socket", "/a b").output == "--socket /a b\n")
    }
}
