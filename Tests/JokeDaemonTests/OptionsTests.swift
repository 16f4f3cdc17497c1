// SPDX-License-Identifier: MIT
import JokeClient
import JokeDaemon
import JokeWire
import Testing

@Suite("The command line")
struct OptionsTests {
    @Test("without arguments the daemon serves")
    func noArguments() throws {
        #expect(try Options([]) == Options())
        #expect(Options().action == .serve)
    }

    @Test(
        "a value follows an equals sign or is the next argument",
        arguments: [
            ["--socket", "/s", "--config", "c=d"], ["--socket=/s", "--config=c=d"],
        ])
    func optionValues(arguments: [String]) throws {
        let options = try Options(arguments)
        #expect(options.socket == "/s")
        #expect(options.configuration == "c=d")
    }

    @Test(
        "an option selects its action",
        arguments: [
            ("--check-config", Options.Action.checkConfiguration), ("--print-config", .printConfiguration),
            ("--check-pack=a", .checkPack("a")), ("--version", .version), ("--help", .help), ("-V", .version),
            ("-h", .help),
        ])
    func actions(argument: String, action: Options.Action) throws {
        #expect(try Options([argument]).action == action)
    }

    @Test(
        "--help overrides the other arguments at any position",
        arguments: [
            ["--help", "--version", "--check-config"], ["--check-config", "--version", "--help"],
        ])
    func helpOverrides(arguments: [String]) throws {
        #expect(try Options(arguments).action == .help)
    }

    @Test(
        "a usage error is one line",
        arguments: [
            (["--sokcet", "/s"], "unknown option '--sokcet'; did you mean '--socket'?"),
            (["--check-conf"], "unknown option '--check-conf'; did you mean '--check-config'?"),
            (["--print-config=x"], "--print-config takes no value; remove the value"),
            (["--frobnicate=1"], "unknown option '--frobnicate'; `jokesd --help` lists the options"),
            (["-x"], "unknown option '-x'; `jokesd --help` lists the options"),
            (["--socket"], "--socket needs a value: `--socket PATH`"),
            (["--config="], "--config needs a value: `--config FILE`"),
            (["serve"], "'jokesd' takes no argument 'serve'; `jokesd --help` shows its arguments"),
            (
                ["--", "--help"],
                "'jokesd' takes no argument '--help'; `jokesd --help` shows its arguments"
            ),
            ([""], "'jokesd' takes no argument ''; `jokesd --help` shows its arguments"),
        ])
    func mistakes(arguments: [String], message: String) {
        let error = #expect(throws: UsageError.self) { try Options(arguments) }
        #expect(error?.message == message)
    }

    @Test("the help fits a screen of 24 lines and 80 columns")
    func helpFits() {
        let lines = Options.helpText.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 25)
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test("--version prints the versions of the program and the protocol")
    func version() {
        #expect(Options.versionText == "jokesd \(Version.program) (protocol \(Version.protocolVersion))\n")
    }
}
