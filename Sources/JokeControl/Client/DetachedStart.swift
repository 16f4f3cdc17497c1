// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeLinux
import JokeWire

/// Starts jokesd for a client if no user manager can do it, as in a container. That jokesd survives the terminal, and
/// exits when it is idle.
struct DetachedStart {
    private let program: String

    /// The time in which a start is repeated if another jokesd is starting or stopping, in seconds.
    private static let patience = 2.0
    /// The exit status of jokesd if another one has the socket or the saved jokes.
    private static let isTaken = WaitStatus.exited(75)
    /// The most bytes of the reason that are read.
    private static let longestReason = 4 << 10

    /// Returns nil if jokectl starts nothing: the user named the socket, the user manager starts jokesd, jokesd is not in
    /// the directory of jokectl, or root has the home of another user (sudo), where jokesd would leave files of root.
    init?(_ locations: SocketLocations, _ environment: Environment) {
        let runtime = environment["XDG_RUNTIME_DIR"] ?? "/run/user/\(geteuid())"
        var home = stat()
        let isForeign = geteuid() == 0 && stat(environment["HOME"] ?? "", &home) == 0 && home.st_uid != 0
        guard environment.isOwn, !isForeign, !locations.isNamed,
            !ConnectError.Surroundings.hasUserManager(runtimeDirectory: runtime),
            let program = RunningProgram.sibling("jokesd"), access(program, X_OK) == 0
        else { return nil }
        self.program = program
    }

    /// Starts jokesd, and connects to it or to another one that has started meanwhile.
    func run<Value: ~Copyable>(
        until deadline: Deadline, _ connect: () throws(ConnectError) -> Value
    ) throws(ConnectError) -> Value {
        let lastStart = Deadline(after: Self.patience).orEarlier(deadline)
        while true {
            let (process, errors) = try start()
            let reason = try Self.text(of: errors, until: deadline)
            do throws(ConnectError) {
                return try connect()
            } catch {
                guard case .unreachable = error else { throw error }
            }
            guard Poll.wait(for: POLLIN, on: process.descriptor, until: deadline) == .ready else {
                throw .timedOut
            }
            let status = process.wait()
            guard status == Self.isTaken, !lastStart.hasPassed else { throw Self.error(status, reason) }
            usleep(50_000)
        }
    }

    /// Starts jokesd, and returns the pipe of its standard error, which ends after the start.
    private func start() throws(ConnectError) -> (process: SpawnedProcess, errors: Int32) {
        do throws(SystemError) {
            let nothing = try FileDescriptor(opening: "/dev/null", O_RDWR)
            let ends = try FileDescriptor.pipe()
            let writing = FileDescriptor(adopting: ends.writing)
            var spawner = ProcessSpawner(path: program, arguments: ["--detached"])
            spawner.leadsSession = true
            let process = try SpawnedProcess(
                spawner, input: nothing.raw, output: nothing.raw, errors: writing.raw)
            return (process, ends.reading)
        } catch {
            throw .notStarted(error.message)
        }
    }

    private static func text(of descriptor: Int32, until deadline: Deadline) throws(ConnectError) -> String {
        let pipe = FileDescriptor(adopting: descriptor)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: longestReason)
        while true {
            guard Poll.wait(for: POLLIN, on: pipe.raw, until: deadline) == .ready else { throw .timedOut }
            let count = read(pipe.raw, &chunk, chunk.count)
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            if count > 0, bytes.count < longestReason { bytes += chunk[..<count] }
        }
    }

    private static func error(_ status: WaitStatus, _ reason: String) -> ConnectError {
        let line = reason.split(separator: "\n").first.map { $0.hasPrefix("jokesd: ") ? $0.dropFirst(8) : $0 }
        return .notStarted(line.map(String.init) ?? "\(status)")
    }
}
