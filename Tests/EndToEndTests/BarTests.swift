// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire
import Testing

@Suite("Bars")
struct BarTests {
    @Test("an edit and a reveal leave the part that is shown")
    func samePart() throws {
        let daemon = try TestDaemon(configuration: #"{"punchline": "held"}"#)
        try daemon.start()
        let added = try daemon.connect().call(
            .jokeAdd, ["setup": "One, two, three. Four, five, six.", "punchline": "Seven, eight, nine."])
        let id = try #require(added["decided"]?["id"]?.stringValue)
        let jokectl = try Programs.path(of: "jokectl")
        let run = try daemon.shell(
            """
            "\(jokectl)" next --source mine --reveal later --quiet >/dev/null
            mkfifo "$HOME/lines"
            "\(jokectl)" follow --for plain --page --width 20 >"$HOME/lines" & exec 3<"$HOME/lines"
            read -r line <&3; echo "$line"; kill -USR1 $!
            read -r line <&3; echo "$line"; "\(jokectl)" reveal --quiet >/dev/null
            read -r line <&3; echo "$line"
            "\(jokectl)" edit \(id) --setup 'One, two, three. Four, four, four.' --quiet >/dev/null
            read -r line <&3; echo "$line"; kill $!
            """)
        #expect(
            run.output == """
                One, two, three. 1/2
                Four, five, six. … 2/2
                Four, five, six. 2/3
                Four, four, four. 2/3

                """, "\(run)")
    }

    @Test("each SIGUSR1 shows the next part of a long joke, and like shows the first part of the next one")
    func pages() throws {
        // A short joke of the built-in pack would have no parts.
        let daemon = try TestDaemon()
        let pack = "\(daemon.directory.path)/long.jsonl"
        let lines = (1...5).map {
            #"{"id":"\#($0)","value":"Code \#($0) optimizes itself: first it removed the bugs, then the features, then me."}"#
        }
        try Files.write(lines.joined(separator: "\n"), to: pack)
        try daemon.configure(
            #"{ "sources": { "builtin": { "enabled": false }, "long": { "type": "pack", "path": "\#(pack)" } } }"#
        )
        try daemon.start()
        try daemon.awaitJokes()
        let jokectl = try Programs.path(of: "jokectl")
        let run = try daemon.shell(
            """
            mkfifo "$HOME/lines"
            "\(jokectl)" follow --for plain --page --width 30 >"$HOME/lines" & exec 3<"$HOME/lines"
            for turn in 1 2 3 4; do
                read -r line <&3; echo "$line" | sed 's/Code [1-5]/My code/'; kill -USR1 $!
            done
            read -r line <&3
            "\(jokectl)" like --quiet >/dev/null
            while read -r line <&3; do case $line in *1/*) break ;; esac; done
            kill $!
            """)
        #expect(
            run.output == """
                My code optimizes itself: 1/3
                first it removed the bugs, 2/3
                then the features, then me. 3/3
                My code optimizes itself: 1/3

                """, "\(run)")
    }
}
