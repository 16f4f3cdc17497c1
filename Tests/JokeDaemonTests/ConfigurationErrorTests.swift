// SPDX-License-Identifier: MIT
import Glibc
import JokeDaemon
import Testing

@Suite("Configuration errors")
struct ConfigurationErrorTests {
    /// The problems of one file, without the file's name.
    private func problems(_ text: String) throws -> [String] {
        let home = TemporaryHome()
        let file = home.write("c", text)
        let error = #expect(throws: ConfigurationError.self) {
            try home.load(file)
        }
        return (error?.problems ?? []).map { String($0.text.dropFirst(file.count + 1)) }
    }

    @Test(
        "a diagnostic has the position, the key, the expected and the actual value",
        arguments: [
            (
                #"{"queue": {"capacity": 500}}"#,
                "1:24: queue.capacity: expected an integer from 1 to 100, found 500"
            ),
            (
                #"{"queue": {"capacity": 2.5}}"#,
                "1:24: queue.capacity: expected an integer from 1 to 100, found 2.5"
            ),
            (
                #"{"queue": {"capacity": "ten"}}"#,
                #"1:24: queue.capacity: expected an integer from 1 to 100, found "ten""#
            ),
            (
                #"{"queue": {"capacity": 1e999}}"#,
                "1:24: queue.capacity: expected an integer from 1 to 100, found a number that is too large"
            ),
            (
                #"{"queue": {"lowWater": 0}}"#,
                "1:24: queue.lowWater: expected an integer from 1 to 100, found 0"
            ),
            (
                #"{"queue": {"lowWater": 11}}"#,
                "1:24: queue.lowWater: expected at most the capacity (10), found 11"
            ),
            (
                #"{"categoryWeights": {"pun": 1, "dev": 0}}"#,
                "1:39: categoryWeights.dev: expected a number above 0, at most 1000, found 0"
            ),
            (
                #"{"categoryWeights": {"dev": 1001}}"#,
                "1:29: categoryWeights.dev: expected a number above 0, at most 1000, found 1001"
            ),
            (#"{"categoryWeights": 5}"#, "1:21: categoryWeights: expected an object, found 5"),
            (
                #"{"punchline": "later"}"#,
                "1:15: punchline: expected \"told\" or \"held\", found \"later\""
            ),
            (#"{"hero": ""}"#, #"1:10: hero: expected a name of 1 to 40 characters, found """#),
            (#"{"hero": "a\nb"}"#, #"1:10: hero: expected a name of 1 to 40 characters, found "a\nb""#),
            (
                #"{"hero": "\#(String(repeating: "ñ", count: 41))"}"#,
                #"1:10: hero: expected a name of 1 to 40 characters, found "\#(String(repeating: "ñ", count: 40))…""#
            ),
            (#"{"taste": 1}"#, "1:11: taste: expected true or false, found 1"),
            (#"{"queue": 5}"#, "1:11: queue: expected an object, found 5"),
            (#"{"queue": null}"#, "1:11: queue: expected an object, found null"),
            (#"{"queue": ["é"]}"#, "1:11: queue: expected an object, found an array"),
            ("[]", "1:1: expected an object, found an empty array"),
            (
                "{\n  \"queue\": {\n    \"capactiy\": 5\n  }\n}",
                "3:5: queue.capactiy: unknown key; did you mean capacity?"
            ),
            (
                #"{"queue": {"depth": 5}}"#,
                "1:12: queue.depth: unknown key; expected one of capacity, lowWater"
            ),
            (#"{"langauges": ["en"]}"#, "1:2: langauges: unknown key; did you mean languages?"),
            (
                #"{"colour": "es"}"#,
                "1:2: colour: unknown key; expected one of languages, queue, sources, filter, network, translateTo, translation, taste, punchline, hero, categoryWeights, limits, shareTargets, idleExit"
            ),
            (
                #"{"languages": []}"#,
                "1:15: languages: expected an array with at least 1 element, found an empty array"
            ),
            (
                #"{"languages": "en"}"#,
                #"1:15: languages: expected an array with at least 1 element, found "en""#
            ),
            (
                #"{"languages": ["en", "English"]}"#,
                #"1:15: languages[1]: expected a language's code, such as "en", found "English""#
            ),
            (
                #"{"sources": {"builtin": {"enabled": "yes"}}}"#,
                #"1:37: sources.builtin.enabled: expected true or false, found "yes""#
            ),
            (
                #"{"sources": {"fortune": {"weight": -1}}}"#,
                "1:36: sources.fortune.weight: expected a number from 0 to 1000, found -1"
            ),
            (
                #"{"sources": {"fortune": {"paths": [""]}}}"#,
                #"1:35: sources.fortune.paths[0]: expected a path, found """#
            ),
            (
                #"{"sources": {"fortunes": {"enabled": true}}}"#,
                #"1:14: sources.fortunes: unknown source; a source of your own needs a "type", "command" or "pack"; did you mean fortune?"#
            ),
            (
                #"{"sources": {"mine": {"path": "x"}}}"#,
                #"1:23: sources.mine.path: unknown key of your own jokes; another source needs a "type"; expected one of enabled, weight"#
            ),
            (
                #"{"sources": {"mine": {"type": "comand", "command": ["x"]}}}"#,
                #"1:31: sources.mine.type: expected "command" or "pack", found "comand""#
            ),
            (
                #"{"sources": {"translation/apertium": {"type": "command", "command": ["x"]}}}"#,
                "1:14: sources.translation/apertium: expected a name that does not begin with 'translation/'"
            ),
            (
                #"{"sources": {"saved": {"type": "pack"}}}"#,
                "1:24: sources.saved.type: unknown key of the saved jokes; no source of your own can have this name; expected one of weight"
            ),
            (
                #"{"sources": {"mine": {"type": "pack", "path": "x"}, "own": {"type": "pack", "path": "x"}}}"#,
                #"1:60: sources.own: expected another name, because one of mine and own is for jokes that you add, found "own""#
            ),
            (
                #"{"sources": {"mine": {"type": "command"}}}"#,
                "1:22: sources.mine.command: expected an array with at least 1 element, found nothing"
            ),
            (
                #"{"sources": {"mine": {"type": "command", "command": "pyjoke"}}}"#,
                #"1:53: sources.mine.command: expected an array with at least 1 element, found "pyjoke""#
            ),
            (
                #"{"sources": {"mine": {"type": "command", "command": [""]}}}"#,
                #"1:53: sources.mine.command[0]: expected a program, found """#
            ),
            (
                #"{"sources": {"mine": {"type": "command", "command": ["x"], "timeout": "1h"}}}"#,
                #"1:71: sources.mine.timeout: expected a time from "100ms" to "20s", found "1h""#
            ),
            (
                #"{"sources": {"mine": {"type": "command", "command": ["x"], "path": "y"}}}"#,
                "1:60: sources.mine.path: unknown key; expected one of type, enabled, command, timeout, language, weight"
            ),
            (
                #"{"sources": {"jokeapi": {"url": "v2.jokeapi.dev"}}}"#,
                #"1:33: sources.jokeapi.url: expected an address that begins with https:// or http://, found "v2.jokeapi.dev""#
            ),
            (
                #"{"sources": {"chucknoris": {"enabled": true}}}"#,
                #"1:14: sources.chucknoris: unknown source; a source of your own needs a "type", "command" or "pack"; did you mean chucknorris?"#
            ),
            (
                #"{"sources": {"icanhazdadjoke": {"categories": []}}}"#,
                "1:33: sources.icanhazdadjoke.categories: unknown key; expected one of enabled, url, weight"
            ),
            (
                #"{"network": {"requestsPerDay": -1}}"#,
                "1:32: network.requestsPerDay: expected an integer from 0 to 100000, found -1"
            ),
            (
                #"{"network": {"contact": "a\nb"}}"#,
                #"1:25: network.contact: expected an address or a page, in ASCII and without parentheses, found "a\nb""#
            ),
            (
                #"{"sources": {"mine": {"type": "pack"}}}"#,
                "1:22: sources.mine.path: expected a path, found nothing"
            ),
            (
                #"{"sources": {"mine": {"type": "pack", "path": 1}}}"#,
                "1:47: sources.mine.path: expected a path, found 1"
            ),
            (
                #"{"sources": {"mine": {"type": "pack", "path": "x", "url": ""}}}"#,
                "1:52: sources.mine.url: unknown key; expected one of type, enabled, path, weight"
            ),
            (
                #"{"sources": {"builtin": {"type": "pack"}}}"#,
                "1:26: sources.builtin.type: unknown key; expected one of enabled"
            ),
            (
                #"{"filter": {"blockedWords": ["two words"]}}"#,
                "1:29: filter.blockedWords[0]: expected one word of letters and digits, at most 256 bytes, "
                    + #"found "two words""#
            ),
            (
                #"{"filter": {"blockedCategories": [""]}}"#,
                #"1:34: filter.blockedCategories[0]: expected a category, found """#
            ),
            (
                #"{"filter": {"minLength": 9, "maxLength": 8}}"#,
                "1:42: filter.maxLength: expected at least minLength (9), found 8"
            ),
            (
                #"{"limits": {"connections": 0}}"#,
                "1:28: limits.connections: expected an integer from 1 to 10000, found 0"
            ),
            (
                #"{"translation": {"libretranslate": {"url": "example.org"}}}"#,
                #"1:44: translation.libretranslate.url: expected an address that begins with https:// or http://, or nothing, found "example.org""#
            ),
            (
                #"{"idleExit": "soon"}"#,
                #"1:14: idleExit: expected a time from "1s" to "365d", or "never", found "soon""#
            ),
            ("{\"queue\": {},\n \"queue\": {}}", "2:2: queue: duplicate key; see line 1"),
            ("{\"queue\" 5}", "1:10: expected a colon after a member's name"),
            ("{\n\"é\": tru}", "2:6: expected a value"),
            ("{", "1:2: the text ends in the middle of a value"),
            ("{} {}", "1:4: expected nothing after the value"),
            ("{}\n  /* a", "2:3: this comment does not end; */ is missing"),
        ])
    func wording(text: String, expected: String) throws { #expect(try problems(text) == [expected]) }

    @Test("a long text is shortened in a diagnostic")
    func longText() throws {
        let found = try problems(#"{"queue": "\#(String(repeating: "x", count: 100))"}"#)
        #expect(found == ["1:11: queue: expected an object, found \"\(String(repeating: "x", count: 40))…\""])
        let word = try problems(#"{"filter": {"blockedWords": ["\#(String(repeating: "x", count: 257))"]}}"#)
        #expect(
            word == [
                "1:29: filter.blockedWords[0]: expected one word of letters and digits, at most 256 bytes, "
                    + "found \"\(String(repeating: "x", count: 40))…\""
            ])
        let key = try #require(problems(#"{"\#(String(repeating: "k", count: 60_000))": 1}"#).first)
        #expect(
            key.hasPrefix("1:2: \(String(repeating: "k", count: 200))…: unknown key; expected one of lang"))
        #expect(key.utf8.count < 1_000)
    }

    @Test("all diagnostics are reported together with what to do")
    func allDiagnostics() throws {
        let home = TemporaryHome()
        let first = home.write(
            ".config/jokesd/config.jsonc", #"{"queue": {"capacity": "x", "lowWater": 99}, "a": 1}"#)
        let second = home.write(".config/jokesd/config.d/1.jsonc", "{")
        let error = #expect(throws: ConfigurationError.self) {
            try home.load()
        }
        #expect(
            error?.text == """
                \(second):1:2: the text ends in the middle of a value
                \(first):1:24: queue.capacity: expected an integer from 1 to 100, found "x"
                \(first):1:46: a: unknown key; expected one of languages, queue, sources, filter, network, translateTo, translation, taste, punchline, hero, categoryWeights, limits, shareTargets, idleExit
                correct this, then run `jokesd --check-config`
                """)
    }

    @Test("an unreadable file is an error", arguments: ["folder", "missing", "fifo", "large"])
    func unreadableFile(name: String) throws {
        let home = TemporaryHome()
        let file = "\(home.path)/\(name)"
        let expected: String
        switch name {
        case "folder":
            #expect(mkdir(file, 0o700) == 0)
            expected = "is not a file"
        case "fifo":
            #expect(mkfifo(file, 0o600) == 0)
            expected = "is not a file"
        case "large":
            home.write(name, String(repeating: " ", count: 64 << 10 + 1))
            expected = "is too large; the files of the configuration may have 65536 bytes together"
        default: expected = "cannot be read: No such file or directory"
        }
        let error = #expect(throws: ConfigurationError.self) {
            try home.load(file)
        }
        #expect(error?.problems.map(\.text) == ["\(file): \(expected)"])
    }

    @Test("a file of the largest size is read")
    func largestFile() throws {
        let home = TemporaryHome()
        let file = home.write("c", String(repeating: " ", count: 64 << 10))
        #expect(try home.load(file).files == [file])
    }

    @Test("the size of all files together is limited", arguments: [0, 1])
    func largestFiles(excess: Int) throws {
        let home = TemporaryHome()
        let half = String(repeating: " ", count: 32 << 10)
        let files = [
            home.write(".config/jokesd/config.jsonc", half),
            home.write(".config/jokesd/config.d/1.jsonc", half + String(repeating: " ", count: excess)),
        ]
        guard excess > 0 else {
            #expect(try home.load().files == files)
            return
        }
        let error = #expect(throws: ConfigurationError.self) { try home.load() }
        #expect(
            error?.problems.map(\.text) == [
                "\(files[1]): is too large; the files of the configuration may have 65536 bytes together"
            ])
    }
}

@Suite("Times in a configuration")
struct DurationTextTests {
    @Test(
        "times are read in the format of systemd",
        arguments: [
            ("5s", 5_000), ("1min 30s", 90_000), ("2h", 7_200_000), ("90", 90_000), ("250ms", 250),
            (" 1 min 5 s ", 65_000), ("1d2h", 93_600_000), ("0", 0),
        ])
    func readTimes(_ text: String, _ milliseconds: Int64) {
        #expect(Duration(systemd: text) == .milliseconds(milliseconds))
    }

    @Test(
        "an invalid time is refused",
        arguments: [
            "", " ", "s", "5x", "-5s", "1.5s", "5s!", "99999999999999999999s", "2000w", "9999999999d",
        ])
    func invalidTimes(_ text: String) { #expect(Duration(systemd: text) == nil) }

    @Test(
        "a time is shown in the largest unit that is exact",
        arguments: [
            (5_000, "5s"), (90_000, "90s"), (900_000, "15min"), (1_500, "1500ms"), (0, "0s"),
            (604_800_000, "1w"),
        ])
    func shownTimes(_ milliseconds: Int64, _ text: String) {
        #expect(Duration.milliseconds(milliseconds).shown == text)
        #expect(Duration(systemd: text) == .milliseconds(milliseconds))
    }
}
