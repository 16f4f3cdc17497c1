// SPDX-License-Identifier: MIT
import JokeWire

/// The message bus of the desktop's session, asked through systemd's busctl: jokectl links no library for it.
struct SessionBus {
    private let busctl: ExternalProgram
    private let environment: Environment

    /// nil where there is no busctl.
    init?(_ environment: Environment) {
        guard let busctl = ExternalProgram("busctl", environment) else { return nil }
        (self.busctl, self.environment) = (busctl, environment)
    }

    /// How long an answer may take, in seconds: a server that is not running yet is started by the question.
    private static let patience = 10

    /// What a method without arguments, or with strings for arguments, answers.
    func call(
        _ destination: String, _ path: String, _ method: String, _ arguments: [String] = []
    ) throws(CommandError) -> [JSON] {
        let signature = String(repeating: "s", count: arguments.count)
        let program = try ExternalProcess(
            busctl,
            [
                "--user", "--json=short", "--timeout=\(Self.patience)", "call", destination, path,
                destination,
                method,
            ] + (arguments.isEmpty ? [] : [signature] + arguments),
            environment)
        let alarm = try BootTimeDeadline(after: Self.patience + 1)
        guard case .said(let line) = program.line(until: alarm) else {
            program.signal(15)
            let why = try program.end().complaints.last
            throw CommandError(.unreachable, why ?? "the session's bus does not answer")
        }
        // What is no JSON is nothing that was asked for.
        guard let answer = try? JSON(parsing: line.utf8)["data"]?.arrayValue else {
            throw CommandError(.unreachable, "busctl answered in a form that jokectl does not know")
        }
        return answer
    }
}
