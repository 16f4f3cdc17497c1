// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    static let version = Command(
        "version", "The version of jokectl and of the protocol it speaks",
        details: ["`jokectl status` says which version of jokesd runs."],
        examples: [Example("jokectl version", "which one is this?")]
    ) { (_, session) throws(Failure) in
        if session.isRaw {
            try session.write([
                "version": .string(Version.program), "protocol": .integer(Version.protocolVersion),
            ])
        } else {
            try session.console.write("jokectl \(Version.program) (protocol \(Version.protocolVersion))\n")
        }
        return .done
    }
}
