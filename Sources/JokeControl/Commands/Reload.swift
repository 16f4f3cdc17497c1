// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    static let reload = Command(
        "reload", "Read the configuration again",
        details: [
            "It holds as a whole or not at all: where something is wrong, that is said and all stays as it was. "
                + "`systemctl --user reload jokesd` does the same.",
            "In a pipe each line is a key and when its value holds: now, or restart.",
        ],
        examples: [Example("jokectl reload", "after an edit of config.jsonc")]
    ) { (_, session) throws(Failure) in
        try session.show(
            try session.ask(.daemonReload), as: ConfigurationChange.init(json:at:), Rendering.reloaded)
        return .done
    }
}
