// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeLinux
import JokeWire

/// The D-Bus session bus. jokectl calls it through systemd's busctl, so that it need not link a D-Bus library.
struct SessionBus {
    private let busctl: ExternalProgram
    private let environment: Environment

    /// Returns nil if busctl is not installed.
    init?(_ environment: Environment) {
        guard let busctl = ExternalProgram("busctl", environment) else { return nil }
        (self.busctl, self.environment) = (busctl, environment)
    }

    /// The longest time for a reply, in seconds. It includes the start of a server that does not run yet.
    private static let patience = 10

    /// Calls a method, and returns its results.
    ///
    /// - Parameters:
    ///   - interface: the interface of the method, or nil if it has the name of the destination.
    ///   - signature: the types of the arguments, or nil if all are strings.
    ///   - arguments: the arguments, as busctl(1) expects them.
    ///   - patience: the longest time for the reply, in seconds.
    func call(
        _ destination: String, _ path: String, _ method: String, of interface: String? = nil,
        signature: String? = nil, _ arguments: [String] = [], within patience: Int = Self.patience
    ) throws(CommandError) -> [JSON] {
        let signature = signature ?? String(repeating: "s", count: arguments.count)
        let program = try ExternalProcess(
            busctl,
            [
                "--user", "--json=short", "--timeout=\(patience)", "--", "call", destination, path,
                interface ?? destination, method,
            ] + (arguments.isEmpty ? [] : [signature] + arguments),
            environment)
        let alarm = try BootTimeDeadline(after: patience + 1)
        guard case .said(let line) = program.line(until: alarm) else {
            program.signal(15)
            let end = try program.end()
            // busctl prints nothing for a method without results.
            if case .exited(0) = end.status { return [] }
            throw CommandError(
                .unreachable, end.complaints.last ?? localized("the session bus does not reply"))
        }
        // Output that is not JSON counts as an unknown form.
        guard let answer = try? JSON(parsing: line.utf8)["data"]?.arrayValue else {
            throw CommandError(.unreachable, localized("busctl sent a reply that jokectl cannot read"))
        }
        return answer
    }

    /// Waits until the socket of the bus exists, or until the deadline. Without a directory that it may appear in, returns
    /// at once.
    func awaitSocket(until alarm: borrowing BootTimeDeadline) {
        guard let socket, let end = socket.lastIndex(of: "/"),
            let watch = try? DirectoryWatch(String(socket[..<end]))
        else { return }
        while access(socket, F_OK) != 0, alarm.waits(for: watch.descriptor.raw) { watch.drain() }
    }

    /// The path of the bus, as sd_bus_open_user(3) chooses it, or nil if that is not a path.
    private var socket: String? {
        guard let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty else {
            return environment["XDG_RUNTIME_DIR"].map { "\($0)/bus" }
        }
        let scheme = "unix:path="
        guard address.hasPrefix(scheme) else { return nil }
        return String(address.dropFirst(scheme.count).prefix { $0 != "," && $0 != ";" })
    }

    /// Calls `isDone` once the bus is watched, and each time the name gets another owner, until it returns true or the
    /// deadline passes.
    func watchOwner(
        of name: String, until alarm: borrowing BootTimeDeadline, isDone: () -> Bool
    ) throws(CommandError) {
        let rule = "type='signal',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(name)'"
        let monitor = try ExternalProcess(
            busctl, ["--user", "--json=short", "--match=\(rule)", "monitor"], environment, withErrors: true)
        // busctl prints a line when it watches the bus, and a line for each message.
        while true {
            switch monitor.line(until: alarm) {
            case .said: if isDone() { return }
            case .late: return
            case .ended: throw CommandError(.unreachable, localized("the session bus does not reply"))
            }
        }
    }
}
