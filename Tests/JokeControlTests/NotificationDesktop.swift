// SPDX-License-Identifier: MIT
import Glibc
import JokeControl
import JokeLinux
import JokeTestSupport
import JokeWire
import Synchronization

/// A desktop with its own message bus and notification server (notification-server.py), its own state directory, and
/// the installed notify-send.
final class NotificationDesktop {
    private let home = TemporaryDirectory()
    var directory: String { home.path }
    private let process: SpawnedProcess
    private let conversation: Int32
    private var framer = LineFramer(limit: 1 << 20)

    /// - Parameter capabilities: The capabilities of the server, or "none" for no server. If they begin with "later",
    ///   ``startServer()`` starts it.
    init(_ capabilities: String = "actions body body-markup") {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        precondition(socketpair(AF_UNIX, type, 0, &ends) == 0, "no socket pair")
        let program =
            #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
            + "/notification-server.py"
        let command = ProcessSpawner(
            path: "/usr/bin/python3", arguments: [program, home.path, capabilities])
        do {
            process = try SpawnedProcess(command, input: ends[1], output: ends[1], errors: 2)
        } catch {
            preconditionFailure("no python3: \(error)")
        }
        conversation = ends[0]
        Glibc.close(ends[1])
        precondition(nextLine() == "ready", "no desktop: are libnotify-bin and python3-dbusmock installed?")
    }

    deinit {
        Glibc.close(conversation)
        process.wait()
    }

    /// Writes a drop-in of jokesd-notify.timer.
    func schedule(_ text: String, in name: String = "schedule.conf") {
        home.write("[Timer]\n\(text)\n", to: "config/systemd/user/jokesd-notify.timer.d/\(name)")
    }

    /// The variables of a process that systemd's timer has started.
    var startedByTimer: [(name: String, value: String)] {
        [
            (name: "TRIGGER_UNIT", value: "jokesd-notify.timer"), (name: "HOME", value: directory),
            (name: "XDG_CONFIG_HOME", value: "\(directory)/config"),
        ]
    }

    var markPath: String { "\(directory)/state/jokesd/notified.json" }

    /// Stores this as the last notification.
    func mark(_ mark: LastNotification) {
        home.write(mark.json.jsonLine, to: "state/jokesd/notified.json")
    }

    /// The local date.
    static var today: String {
        var (now, local) = (time(nil), tm())
        localtime_r(&now, &local)
        var text = [CChar](repeating: 0, count: 11)
        strftime(&text, text.count, "%Y-%m-%d", &local)
        return String(decoding: text.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Waits for the notification of this number and returns it.
    func shown(_ number: Int) throws -> JSON { try JSON(parsing: Array(ask("shown \(number)").utf8)[...]) }

    func startServer() { _ = ask("start") }

    func press(_ key: String, on number: Int) { _ = ask("press \(number) \(key)") }

    /// Waits until the card on the desktop was asked to do something, and returns that.
    func opened() throws -> JSON { try JSON(parsing: Array(ask("opened").utf8)[...]) }

    /// Waits until a program has asked the server to close a notification, and returns its number.
    func closed() -> String { ask("closed") }

    func close(notification number: Int) { _ = ask("close \(number)") }

    /// Starts jokectl on this desktop, on its own thread.
    func start(
        _ words: String..., at path: String, changing changes: [(name: String, value: String)] = []
    ) -> Run { start(words, at: path, changing: changes) }

    func start(
        _ words: [String], at path: String, changing changes: [(name: String, value: String)] = []
    ) -> Run {
        let variables = changes + usual.filter { one in !changes.contains { $0.name == one.name } }
        return Run(words + ["--socket", path], Environment(variables))
    }

    private var usual: [(name: String, value: String)] {
        [
            (name: "PATH", value: "/usr/bin:/bin"), (name: "LANG", value: "C"),
            (name: "DBUS_SESSION_BUS_ADDRESS", value: "unix:path=\(directory)/bus"),
            (name: "XDG_STATE_HOME", value: "\(directory)/state"),
        ]
    }

    /// Starts jokectl on this desktop as a process.
    func startProcess(
        _ words: String..., at path: String, changing changes: [String: String] = [:]
    ) throws -> TestProcess {
        let nothing = Descriptor(owning: open("/dev/null", O_RDWR | O_CLOEXEC))
        return try TestProcess(
            try Programs.path(of: "jokectl"), words + ["--socket", path],
            environment: Dictionary(uniqueKeysWithValues: usual.map { ($0.name, $0.value) }).merging(changes)
            { $1 },
            streams: (nothing.number, nothing.number, nothing.number))
    }

    final class Run: Sendable {
        private let output = scratchFile()
        private let errors = scratchFile()
        private let code = Mutex<ExitCode?>(nil)
        /// The pipe that is closed at the end.
        private let ending: Int32

        init(_ words: [String], _ environment: Environment) {
            var ends: [Int32] = [-1, -1]
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            precondition(socketpair(AF_UNIX, type, 0, &ends) == 0, "no socket pair")
            let theirs = ends[1]
            ending = ends[0]
            _ = BlockingThread {
                let code = JokectlMain.run(
                    words, environment: environment, output: self.output, errors: self.errors)
                self.code.withLock { $0 = code }
                Glibc.close(theirs)
            }
        }

        /// Waits for the end of the run, for at most a minute. Call this once.
        func end() -> Output {
            var entry = pollfd(fd: ending, events: Int16(POLLIN), revents: 0)
            poll(&entry, 1, 60_000)
            defer { for descriptor in [output, errors, ending] { Glibc.close(descriptor) } }
            return Output(
                code: code.withLock { $0 } ?? .timedOut, data: contents(of: output),
                errors: contents(of: errors))
        }
    }

    private func ask(_ command: String) -> String {
        let bytes = Array("\(command)\n".utf8)
        _ = bytes.withUnsafeBytes { send(conversation, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        return nextLine()
    }

    private func nextLine() -> String {
        while true {
            if case .line(let line)? = framer.next() { return String(decoding: line, as: UTF8.self) }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(conversation, &buffer, buffer.count, 0)
            guard count > 0 else { return "" }
            framer.append(buffer[..<count])
        }
    }
}
