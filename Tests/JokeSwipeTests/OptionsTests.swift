// SPDX-License-Identifier: MIT
import JokeClient
import JokeSwipe
import Testing

@Suite("The command line of jokesd-swipe")
struct OptionsTests {
    @Test("the options that jokectl swipe passes are parsed")
    func passedOptions() throws {
        let options = try Options([
            "--jokectl", "/j", "--socket", "/s", "--color", "never", "--no-motion",
        ])
        #expect(options.socket == "/s")
        #expect(options.jokectl == "/j")
        #expect(options.isColored == false)
        #expect(!options.hasMotion)
    }

    @Test("the environment decides about colors unless a flag does", arguments: [nil, "auto"])
    func colors(choice: String?) throws {
        #expect(try Options(choice.map { ["--color", $0] } ?? []).isColored == nil)
        #expect(try Options(["--color=always"]).isColored == true)
    }

    @Test(
        "a usage error is reported with advice",
        arguments: [
            ("--no-moton", "unknown option '--no-moton'; did you mean '--no-motion'?"),
            ("--zzzzzz", "unknown option '--zzzzzz'; `jokectl help swipe` lists the options"),
            ("--socket", "--socket needs a value: `--socket PATH`"),
            ("--color=blue", "'blue' is not a value of --color; it takes auto, always or never"),
            ("x", "'swipe' takes no argument 'x'; `jokectl help swipe` shows its arguments"),
        ])
    func usageErrors(word: String, message: String) {
        let error = #expect(throws: UsageError.self) { try Options([word]) }
        #expect(error?.message == message)
    }
}
