// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    private static let explain = Flag("explain", "also why jokes of each were kept out, and how many")

    static let sourcesList = Command(
        "sources list", "Where jokes come from, and how each source does",
        flags: [explain],
        details: [
            "`jokectl sources` is the same.",
            "In a pipe each source is a line, separated by tabs: name, type, state, requests of today and how many "
                + "there may be, jokes that were new, seen, kept out, and the error. With --explain there follows a "
                + "line for each reason: name, `kept out`, why, how many.",
        ],
        examples: [
            Example("jokectl sources list", "is one of them in trouble?"),
            Example("jokectl sources list --explain", "what does the filter do?"),
        ]
    ) { (invocation, session) throws(Failure) in
        let params: JSONObject = invocation.has(explain) ? ["explain": true] : [:]
        try session.show(
            try session.ask(.sourcesList, params), as: SourceList.init(json:at:), Rendering.sources)
        return .done
    }
}
