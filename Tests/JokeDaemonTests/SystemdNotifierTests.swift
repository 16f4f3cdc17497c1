// SPDX-License-Identifier: MIT
import Glibc
import JokeDaemon
import JokeLinux
import JokeTestSupport
import Testing

@Suite("Notifications to systemd", .timeLimit(.minutes(1)))
struct SystemdNotifierTests {
    @Test("notifications have the format of sd_notify, in order")
    func notificationFormat() async throws {
        let manager = try NotificationSocket()
        let line = await manager.line()
        await onLoop {
            for notice in [Systemd.Notification.ready, .status("a joke"), .watchdog, .stopping] {
                line.send(notice)
            }
        }
        #expect(try manager.messages(4) == ["READY=1", "STATUS=a joke", "WATCHDOG=1", "STOPPING=1"])
    }

    @Test("a manager that does not read delays nothing, and then receives what is still valid")
    func managerThatDoesNotRead() async throws {
        let manager = try NotificationSocket()
        let line = await manager.line()
        let flood = 2_000
        await onLoop {
            for number in 1...flood { line.send(.status("\(number)")) }
            line.send(.reloading)
            line.send(.ready)
            for number in flood + 1...2 * flood { line.send(.status("\(number)")) }
        }
        var received: [String] = []
        while received.last != "STATUS=\(2 * flood)" { received += try manager.messages(1) }
        #expect(received.count < flood, "the socket has taken all of it: nothing was proven")
        let relevant = received.drop { $0 != "READY=1" && !$0.hasPrefix("RELOADING=1") }
        #expect(relevant.map { $0.prefix(9) } == ["RELOADING", "READY=1", "STATUS=40"])
    }

    @Test("the loop sends two heartbeats an interval, and none while it hangs")
    func heartbeats() async throws {
        let manager = try NotificationSocket()
        let line = await manager.line()
        await onLoop { line.startWatchdog(within: .milliseconds(40)) }
        #expect(try manager.messages(5) == Array(repeating: "WATCHDOG=1", count: 5))
        await onLoop {
            // The heartbeats that were sent before the loop hangs.
            while manager.next(within: .zero) != nil {}
            #expect(manager.next(within: .milliseconds(200)) == nil)
        }
        #expect(try manager.messages(1) == ["WATCHDOG=1"])
    }

    @Test(
        "a missing manager causes no error",
        arguments: [nil, "/nonexistent/notify"])
    func missingManager(path: String?) async {
        await onLoop {
            var variables: [String: String] = [:]
            variables["NOTIFY_SOCKET"] = path
            let line = SystemdNotifier(Environment(variables, userID: 0))
            line.send(.ready)
            line.send(.stopping)
        }
    }

    @Test("an abstract socket name is supported")
    func abstractSocket() async throws {
        let manager = try NotificationSocket(abstract: "jokesd-test-\(getpid())")
        let line = await manager.line()
        await onLoop { line.send(.ready) }
        #expect(try manager.messages(1) == ["READY=1"])
    }
}

/// The service manager's datagram socket of `NOTIFY_SOCKET`.
private final class NotificationSocket: Sendable {
    private let home = TemporaryHome()
    private let descriptor: Int32
    private let name: String

    init(abstract: String? = nil) throws {
        name = abstract.map { "@\($0)" } ?? "\(home.path)/notify"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = abstract.map { [0] + Array($0.utf8) } ?? Array(name.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let size = socklen_t(2 + bytes.count)
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        try #require(bound == 0)
    }

    deinit { close(descriptor) }

    func line() async -> SystemdNotifier {
        await onLoop { SystemdNotifier(Environment(["NOTIFY_SOCKET": self.name], userID: 0)) }
    }

    /// Returns the next message, or nil if none comes within this time. Blocks the calling thread.
    func next(within limit: Duration) -> String? {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, Int32(limit / .milliseconds(1))) > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    func messages(_ count: Int) throws -> [String] {
        try (0..<count).map { _ in try #require(next(within: .seconds(30))) }
    }
}
