// SPDX-License-Identifier: MIT
import Glibc
package import JokeSystem
package import JokeWire

/// The real jokesd in a home of its own: data, configuration and socket in a temporary directory, and systemd's end of
/// the notify socket played by the test.
package final class TestDaemon {
    package let directory: TemporaryDirectory
    /// What the programs see of the world.
    package var environment: [String: String]
    /// A command that ends by running what follows it: `unshare -m …`.
    package var wrapper: [String] = []
    package private(set) var process: TestProcess?
    /// There while it starts, and for as long as a test wants to read along.
    package private(set) var notifications: NotifySocket?

    /// - Parameter configuration: the text of config.jsonc; nil for no file.
    package init(configuration: String? = nil, environment: [String: String] = [:]) throws {
        let directory = TemporaryDirectory()
        self.directory = directory
        func place(_ name: String) -> String { "\(directory.path)/\(name)" }
        self.environment = [
            "HOME": place("home"), "XDG_RUNTIME_DIR": place("run"), "XDG_DATA_HOME": place("data"),
            "XDG_CONFIG_HOME": place("config"), "XDG_CACHE_HOME": place("cache"),
            "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LANG": "C.UTF-8",
        ]
        // `make tests` runs what uses jokectl once more in the grease of a later daemon.
        if let grease = getenv("JOKESD_GREASE") {
            self.environment["JOKESD_GREASE"] = String(cString: grease)
        }
        self.environment.merge(environment) { $1 }
        for name in ["home", "run", "data", "config", "cache"] { try Files.makeDirectory(place(name)) }
        if let configuration { try configure(configuration) }
    }

    /// It ends before its directory goes: else it would go on writing there.
    deinit { process = nil }

    /// One that runs, and has jokes ready.
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

    /// What it wrote to its standard error, over all its starts.
    package var errors: String { (try? Files.text("\(directory.path)/errors")) ?? "" }

    package func configure(_ text: String) throws { try Files.write(text, to: configurationFile) }
}

// MARK: Running

extension TestDaemon {
    /// Starts it and waits until it says that it is ready.
    ///
    /// - Parameter readsAlong: whether the test reads `notifications` from then on. Else they end: what nobody reads
    ///   would hold the daemon up, as a service manager that hangs does.
    package func start(
        _ arguments: [String] = [], readsAlong: Bool = false, until deadline: TestDeadline = TestDeadline()
    ) throws {
        let process = try launch(arguments)
        guard try notifications?.awaitMessage("READY=1", from: process, until: deadline) == true else {
            throw TestSupportError("jokesd ended with \(try process.wait()): \(errors)")
        }
        if !readsAlong { notifications = nil }
    }

    /// Starts it where it is to fail: gives how it ended, and what it said.
    package func refusedStart(_ arguments: [String] = []) throws -> (end: WaitStatus, said: String) {
        let before = errors.utf8.count
        let end = try launch(arguments).wait()
        return (end, String(decoding: errors.utf8.dropFirst(before), as: UTF8.self))
    }

    /// Starts it, and does not wait for anything.
    @discardableResult
    package func launch(_ arguments: [String] = []) throws -> TestProcess {
        // The old one first: it takes its name along.
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

    /// kill -9, the way a crash or the out-of-memory killer ends it.
    package func kill() throws {
        process?.send(SIGKILL)
        try process?.wait()
    }

    /// SIGTERM; gives how it ended.
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

    /// A client that has subscribed to the state, and read the first event.
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

    /// Runs a line of shell, in which `$SOCKET` is the daemon's.
    package func shell(_ line: String) throws -> ProgramRun {
        try ProgramRun(
            "/bin/sh", ["-c", line], environment: environment.merging(["SOCKET": socketPath]) { $1 })
    }

    /// What the sqlite3 shell reads from the database, as it stands there, whether or not the daemon runs.
    package func query(_ sql: String) throws -> String { try sqlite3(["-readonly", database, sql]) }

    /// Changes the database with the sqlite3 shell, behind the daemon's back.
    package func alter(_ sql: String) throws { _ = try sqlite3([database, sql]) }

    private func sqlite3(_ arguments: [String]) throws -> String {
        let run = try ProgramRun("sqlite3", arguments, environment: environment)
        guard run.succeeded else { throw TestSupportError("sqlite3: \(run.errors)") }
        return run.output
    }

    package func state() throws -> JSON { try connect().call(.stateGet)["state"] ?? .null }

    /// Waits until nothing is fetched and jokes are ready; from then on only what is asked for changes the state.
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
