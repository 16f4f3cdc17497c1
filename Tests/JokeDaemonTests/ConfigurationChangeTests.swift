// SPDX-License-Identifier: MIT
import JokeDaemon
import Testing

@Suite("A changed configuration")
struct ConfigurationChangeTests {
    private func change(_ before: String, _ after: String) throws -> (ConfigurationChange, Configuration) {
        let home = TemporaryHome()
        home.write(".config/jokesd/config.jsonc", before)
        let former = try home.load()
        home.write(".config/jokesd/config.jsonc", after)
        let loaded = try home.load()
        return (ConfigurationChange(from: former, to: loaded), loaded.values)
    }

    @Test(
        "changed, added and removed keys are named",
        arguments: [
            ("{}", "{}", [], []),
            ("{}", #"{"queue": {"capacity": 10}}"#, [], []),
            ("{}", #"{"queue": {"capacity": 9}}"#, ["queue.capacity"], []),
            (#"{"taste": false}"#, "{}", ["taste"], []),
            (
                "{}", #"{"limits": {"connections": 5}, "idleExit": "never"}"#,
                ["limits.connections", "idleExit"], ["limits.connections"]
            ),
            (
                #"{"sources": {"team": {"type": "pack", "path": "/a"}}}"#, "{}",
                ["sources.team.type", "sources.team.enabled", "sources.team.path", "sources.team.weight"], []
            ),
        ] as [(String, String, [String], [String])])
    func changedKeys(before: String, after: String, changed: [String], needsRestart: [String]) throws {
        let (change, _) = try change(before, after)
        #expect(change.names == changed)
        #expect(change.needsRestart == needsRestart)
    }

    @Test("sources that were added or removed are named, and not their keys in the log")
    func sources() throws {
        let pack = #"{"type": "pack", "path": "/a"}"#
        let (change, _) = try change(
            #"{"sources": {"old": \#(pack), "kept": \#(pack)}}"#,
            #"{"sources": {"new": \#(pack), "bad": \#(pack), "kept": \#(pack)}, "taste": false}"#)
        #expect(change.added == ["bad", "new"] && change.removed == ["old"])
        #expect(
            change.text == "The configuration was reloaded; added: bad, new; removed: old; changed: taste")
    }

    @Test("the log names the first 20 of many changed keys")
    func manyKeys() throws {
        let weights = (1...22).map { #""c\#($0)": 2"# }.joined(separator: ", ")
        let (change, _) = try change("{}", #"{"categoryWeights": {\#(weights)}}"#)
        #expect(change.names.count == 23)
        #expect(change.text.hasSuffix("categoryWeights.c20 and 3 more"))
    }

    @Test("a source is affected by its own keys, and every source by the filter and the languages")
    func affectedSources() throws {
        let (one, configuration) = try change(
            "{}", #"{"sources": {"jokeapi": {"url": "http://127.0.0.1:1"}}, "taste": false}"#)
        #expect(one.sources(of: configuration) == ["jokeapi"])
        let (all, other) = try change("{}", #"{"filter": {"blockedWords": ["x"]}}"#)
        #expect(
            all.sources(of: other) == [
                "builtin", "fortune", "chucknorris", "icanhazdadjoke", "jokeapi", "mine",
            ])
    }
}
