// SPDX-License-Identifier: MIT
import Glibc
package import JokeLinux
package import JokeWire

/// The real jokesd with its data, configuration and socket in a temporary directory. The test has systemd's side of the
/// notify socket.
package final class TestDaemon {
    package let directory: TemporaryDirectory
    /// The environment of the programs.
    package var environment: [String: String]
    /// A command that runs the command after it, such as `unshare -m`. Empty for none.
    package var wrapper: [String] = []
    package private(set) var process: TestProcess?
    /// The notify socket. It exists while the daemon starts, and afterwards if the test reads its messages.
    package private(set) var notifications: NotifySocket?

    /// Creates the directories and the configuration. The daemon does not run yet.
    ///
    /// - Parameter configuration: The text of config.jsonc, or nil for no file.
    package init(configuration: String? = nil, environment: [String: String] = [:]) throws {
        let directory = TemporaryDirectory()
        self.directory = directory
        func place(_ name: String) -> String { "\(directory.path)/\(name)" }
        self.environment = [
            "HOME": place("home"), "XDG_RUNTIME_DIR": place("run"), "XDG_DATA_HOME": place("data"),
            "XDG_CONFIG_HOME": place("config"), "XDG_CACHE_HOME": place("cache"),
            "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LANG": "C.UTF-8",
        ]
        // With this variable, the tests of jokectl also run with unknown members and events, as a later daemon may send
        // them.
        if let grease = getenv("JOKESD_GREASE") {
            self.environment["JOKESD_GREASE"] = String(cString: grease)
        }
        self.environment.merge(environment) { $1 }
        for name in ["home", "run", "data", "config", "cache"] { try Files.makeDirectory(place(name)) }
        if let configuration { try configure(configuration) }
    }

    /// End the process before the directory is removed; otherwise it could still write there.
    deinit { process = nil }

    /// Returns a running daemon that has jokes ready.
    package static func ready(
        configuration: String? = nil, environment: [String: String] = [:]
    ) throws -> TestDaemon {
        let daemon = try TestDaemon(configuration: configuration, environment: environment)
        try daemon.start()
        try daemon.awaitJokes()
        return daemon
    }

    package var socketPath: String { "\(directory.path)/run/jokesd/socket" }
    package var dataDirectory: String { "\(directory.path)/data/jokesd" }
    package var database: String { "\(dataDirectory)/jokesd.sqlite" }
    package var configurationFile: String { "\(directory.path)/config/jokesd/config.jsonc" }

    /// The standard error output of all starts.
    package var errors: String { (try? Files.text("\(directory.path)/errors")) ?? "" }

    package func configure(_ text: String) throws { try Files.write(text, to: configurationFile) }
}

// MARK: Running

extension TestDaemon {
    /// Starts the daemon and waits until it is ready.
    ///
    /// - Parameter readsAlong: Whether the test reads `notifications` afterwards. Otherwise the socket is closed,
    ///   because unread messages would fill it and block the daemon.
    package func start(
        _ arguments: [String] = [], readsAlong: Bool = false, until deadline: TestDeadline = TestDeadline()
    ) throws {
        let process = try launch(arguments)
        guard try notifications?.awaitMessage("READY=1", from: process, until: deadline) == true else {
            throw TestSupportError("jokesd ended with \(try process.wait()): \(errors)")
        }
        if !readsAlong { notifications = nil }
    }

    /// Starts the daemon and expects it to end.
    ///
    /// - Returns: How it ended, and its standard error output.
    package func refusedStart(_ arguments: [String] = []) throws -> (end: WaitStatus, said: String) {
        let before = errors.utf8.count
        let end = try launch(arguments).wait()
        return (end, String(decoding: errors.utf8.dropFirst(before), as: UTF8.self))
    }

    /// Starts the daemon without waiting.
    @discardableResult
    package func launch(_ arguments: [String] = []) throws -> TestProcess {
        // Release the old socket first, because it removes the file when it is released.
        self.notifications = nil
        let notifications = try NotifySocket(path: "\(directory.path)/notify")
        self.notifications = notifications
        var environment = environment
        environment["NOTIFY_SOCKET"] = notifications.path
        let command = wrapper + [try Programs.path(of: "jokesd")] + arguments
        let nothing = Descriptor(owning: open("/dev/null", O_RDONLY | O_CLOEXEC))
        let log = try Files.create("\(directory.path)/errors", appending: true)
        let process = try TestProcess(
            command[0], Array(command.dropFirst()), environment: environment,
            streams: (nothing.number, log.number, log.number))
        self.process = process
        return process
    }

    /// Kills the daemon with SIGKILL, as the out-of-memory killer does.
    package func kill() throws {
        process?.send(SIGKILL)
        try process?.wait()
    }

    /// Terminates the daemon with SIGTERM and returns how it ended.
    package func terminate() throws -> WaitStatus? {
        process?.send(SIGTERM)
        return try process?.wait()
    }

    package func killAndRestart() throws {
        try kill()
        try start()
    }
}

// MARK: Asking

extension TestDaemon {
    package func connect() throws -> SocketClient { try SocketClient(connectingTo: socketPath) }

    /// Returns a client that has subscribed to the state and has read the first event.
    package func subscribe() throws -> SocketClient {
        let client = try connect()
        try client.call(.stateSubscribe)
        _ = try client.event()
        return client
    }

    package func jokectl(_ arguments: String..., input: String = "") throws -> ProgramRun {
        try ProgramRun(
            Programs.path(of: "jokectl"), arguments, environment: environment, input: input)
    }

    /// Runs a shell command line. `$SOCKET` is the path of the daemon's socket.
    package func shell(_ line: String) throws -> ProgramRun {
        try ProgramRun(
            "/bin/sh", ["-c", line], environment: environment.merging(["SOCKET": socketPath]) { $1 })
    }

    /// Returns what the sqlite3 shell reads from the database. The daemon may be running.
    package func query(_ sql: String) throws -> String { try sqlite3(["-readonly", database, sql]) }

    /// Changes the database with the sqlite3 shell, without the daemon's knowledge.
    ///
    /// Newer shells refuse to write the schema by default.
    package func alter(_ sql: String) throws { _ = try sqlite3([database, ".dbconfig defensive off", sql]) }

    private func sqlite3(_ arguments: [String]) throws -> String {
        let run = try ProgramRun("sqlite3", arguments, environment: environment)
        guard run.succeeded else { throw TestSupportError("sqlite3: \(run.errors)") }
        return run.output
    }

    package func state() throws -> JSON { try connect().call(.stateGet)["state"] ?? .null }

    /// Waits until no fetch is in progress and jokes are ready. Afterwards the state changes only on requests.
    package func awaitJokes() throws {
        let client = try connect()
        try client.call(.stateSubscribe)
        do {
            _ = try client.event { event in
                guard let state = event["state"], let count = state["queue"]?["count"] else { return false }
                return state["fetching"] == false && count != 0
            }
        } catch {
            throw TestSupportError("\(error), with no jokes ready; jokesd said: \(errors)")
        }
    }
}
