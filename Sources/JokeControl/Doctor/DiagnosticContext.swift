// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeLinux
package import JokeWire

/// The data that the checks examine: jokesd's own status and the environment of this process.
package struct DiagnosticContext: Sendable {
    let environment: Environment
    /// The socket that was tried: the first that exists, otherwise the first location.
    let socket: String
    let answer: Result<StatusResponse, CommandError>

    package init(environment: Environment, socket: String, answer: Result<StatusResponse, CommandError>) {
        (self.environment, self.socket, self.answer) = (environment, socket, answer)
    }

    /// Requests the status of jokesd.
    init(_ context: CommandContext) {
        let there =
            context.locations.paths.first { FileFacts($0) != nil } ?? context.locations.paths.first ?? ""
        self.init(environment: context.environment, socket: there, answer: Self.ask(context))
    }

    private static func ask(_ context: CommandContext) -> Result<StatusResponse, CommandError> {
        do throws(CommandError) {
            let result = try context.ask(.daemonStatus)
            return .success(try context.value(result, as: StatusResponse.self))
        } catch {
            return .failure(error)
        }
    }

    /// The status of jokesd, or nil if it does not reply.
    var daemon: StatusResponse? { try? answer.get() }

    /// Whether the socket that was tried is none at which a jokesd listens that is started without options.
    var isElsewhere: Bool {
        !SocketPath.candidates(userID: geteuid()) { name in
            name == "JOKESD_SOCKET" ? nil : environment[name]
        }.contains(socket)
    }

    /// The unit of the socket, or nil if the systemd user manager cannot be asked, or if the unit has another socket.
    var unit: UnitFacts? { isElsewhere ? nil : UnitFacts("jokesd.socket", environment) }

    /// Whether jokesd has a mount namespace of its own, so that the sandboxes of the units hide files. Also true if that
    /// is unknown.
    var hasSandbox: Bool {
        guard let process = daemon?.process, let namespace = FileFacts.link(at: "/proc/\(process)/ns/mnt")
        else { return true }
        return namespace != FileFacts.link(at: "/proc/self/ns/mnt")
    }

    /// The command that starts jokesd, again if it runs.
    var start: String {
        if unit?.isInstalled == true { return "systemctl --user restart jokesd.service" }
        let run = isElsewhere ? "jokesd --socket \(socket.shellWord) &" : "jokesd &"
        let silent = daemon == nil ? DaemonSocket.process(listeningAt: socket) : nil
        guard let process = daemon?.process ?? silent ?? storeUser else { return run }
        // A process that does not reply may ignore SIGTERM. A new jokesd does not start before the old one has ended.
        let signal = silent == nil ? "" : "-KILL "
        return "kill \(signal)\(process); tail --pid=\(process) -f /dev/null; \(run)"
    }

    /// The process that uses the data directory, which it has locked (flock(2)); nil if there is none.
    var storeUser: Int? {
        guard let directory = usualData.flatMap({ FileFacts($0, followingLinks: true) }),
            let locks = try? BoundedFile(reading: "/proc/locks", limit: 1 << 20).bytes
        else { return nil }
        // A line is such as `1: FLOCK  ADVISORY  WRITE 4272 00:2f:123456 0 EOF` (proc(5)).
        for line in String(decoding: locks, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 8, words[1] == "FLOCK", words[5].hasSuffix(":\(directory.inode)"),
                let process = Int(words[4]), process > 0
            else { continue }
            return process
        }
        return nil
    }

    /// The paths of the sockets at which a process listens. Leaves out those that were removed.
    static func sockets(of process: Int) -> [String] {
        let directory = "/proc/\(process)/fd"
        let open = ((try? Directory.names(in: directory)) ?? []).compactMap {
            FileFacts.link(at: "\(directory)/\($0)")
        }
        let table = (try? BoundedFile(reading: "/proc/net/unix", limit: 4 << 20).bytes) ?? []
        // A line has seven fields and a path (proc_net(5)). The fourth field has the flag of a listening socket, and
        // the seventh is the inode.
        return String(decoding: table, as: UTF8.self).split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ", maxSplits: 7)
            guard fields.count == 8, fields[3] == "00010000", open.contains("socket:[\(fields[6])]") else {
                return nil
            }
            let path = String(fields[7])
            return FileFacts(path)?.isSocket == true ? path : nil
        }
    }

    // The directories of the XDG Base Directory Specification. Nil if `HOME` is not set.
    var data: String? { daemon?.data ?? usualData }
    var usualData: String? { directory("XDG_DATA_HOME", ".local/share") }
    var cache: String? { directory("XDG_CACHE_HOME", ".cache") }
    var configuration: String? { directory("XDG_CONFIG_HOME", ".config") }
    var state: String? { directory("XDG_STATE_HOME", ".local/state") }

    private func directory(_ variable: String, _ usual: String) -> String? {
        environment.baseDirectory(variable, usual).map { "\($0)/jokesd" }
    }

    /// Runs a program (``Environment/result(of:_:)``).
    func result(of name: String, _ arguments: String...) -> ProgramResult? {
        environment.result(of: name, arguments)
    }

    /// Returns the path of a process's program. If the file was deleted, proc(5) appends ` (deleted)`.
    static func program(of process: Int) -> String? { FileFacts.link(at: "/proc/\(process)/exe") }
}
