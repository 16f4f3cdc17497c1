// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeLinux
import JokeWire

extension CommandContext {
    /// Stops jokesd, and waits until it has ended. Returns false if it does not run.
    func stopDaemon() throws(CommandError) -> Bool {
        var connection: DaemonConnection
        do throws(ConnectError) { connection = try open() } catch .unreachable { return false } catch {
            throw failure(error)
        }
        let status = try value(
            try ask(Method.daemonStatus.rawValue, on: &connection), as: StatusResponse.self)
        // The number is one of this PID namespace only if the kernel names the same process.
        guard let process = connection.listener, process == status.process else {
            guard let systemctl = ExternalProgram("systemctl", environment) else {
                throw CommandError(
                    .unreachable, localized("jokesd was started by another program; stop it with that"))
            }
            try systemctl.run(["--user", "stop", "jokesd.service"])
            return true
        }
        // jokesd waits for its clients.
        _ = consume connection
        do throws(SystemError) {
            let handle = try FileDescriptor(watching: Int32(process))
            guard kill(Int32(process), SIGTERM) == 0 else { throw .last("kill") }
            guard Poll.wait(for: POLLIN, on: handle.raw, until: patience) == .ready else {
                throw SystemError(code: ETIMEDOUT, operation: "poll")
            }
        } catch {
            throw CommandError(
                .internal, localized("jokesd (process %1$s) does not end: %2$s", "\(process)", error.reason))
        }
        return true
    }
}
