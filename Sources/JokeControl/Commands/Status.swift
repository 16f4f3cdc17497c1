// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    static let status = Command(
        "status", "How jokesd does: version, files, sources",
        details: [
            "In a pipe each line is a name and a value, separated by a tab; a source has a name of its own."
        ],
        examples: [
            Example("jokectl status", "is it well?"),
            Example("jokectl status --json | jq .sources", "the sources, for a script"),
        ]
    ) { (_, session) throws(Failure) in
        try session.show(
            try session.ask(.daemonStatus), as: DaemonStatus.init(json:at:), Rendering.status)
        return .done
    }
}
