// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    private static let verbose = Flag("verbose", letter: "v", "also each connection and its counters")

    static let status = Command(
        "status", "How jokesd does: version, files, sources",
        flags: [verbose],
        details: [
            "In a pipe each line is a name and a value, separated by a tab; a source has a name of its own."
        ],
        examples: [
            Example("jokectl status", "is it well?"),
            Example("jokectl status --json | jq .sources", "the sources, for a script"),
        ]
    ) { (invocation, session) throws(Failure) in
        let params: JSONObject = invocation.has(verbose) ? ["clients": true] : [:]
        try session.show(
            try session.ask(.daemonStatus, params), as: DaemonStatus.init(json:at:), Rendering.status)
        return .done
    }
}
