// SPDX-License-Identifier: MIT
import JokeTestSupport
import Testing

@Suite("Bars")
struct BarTests {
    @Test("each SIGUSR1 shows the next part of a long joke, and like shows the first part of the next one")
    func pages() throws {
        let daemon = try TestDaemon.ready()
        let jokectl = try Programs.path(of: "jokectl")
        let run = try daemon.shell(
            """
            mkfifo "$HOME/lines"
            "\(jokectl)" follow --for plain --page --width 30 >"$HOME/lines" & exec 3<"$HOME/lines"
            for turn in 1 2 3 4; do read -r line <&3; echo "$line"; kill -USR1 $!; done
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
