// SPDX-License-Identifier: MIT
import CSystemd
import Glibc
package import JokeLinux
import JokeWire

/// The interface to systemd: the sockets that it passes to jokesd, and the notifications that jokesd sends.
package enum Systemd {
    /// The notifications of sd_notify(3).
    package enum Notification: Sendable, Equatable {
        case ready
        /// The line that `systemctl --user status` shows.
        case status(String)
        /// The configuration is being reloaded. `ready` ends this.
        case reloading
        case stopping
        /// The loop is running. It is due twice in each ``watchdogInterval``.
        case watchdog
    }

    /// A socket on which systemd listens, with its `FileDescriptorName=`.
    package struct ActivatedSocket {
        package let name: String
        /// The listener. It never removes its path, which belongs to systemd.
        package let listener: UnixListener
    }

    /// Takes the sockets of socket activation, or none without it.
    ///
    /// It removes the environment variables for them, so that a child process does not take the sockets for its own.
    /// Call it once.
    @LoopActor
    package static func takeSockets() throws(SystemdError) -> [ActivatedSocket] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = sd_listen_fds_with_names(1, &names)
        guard count >= 0 else {
            throw .failed(SystemError(code: -count, operation: "sd_listen_fds_with_names"))
        }
        defer { release(names, count) }
        var sockets: [ActivatedSocket] = []
        for index in 0..<Int(count) {
            let name = names?[index].map { String(cString: $0) } ?? "unknown"
            sockets.append(try adopt(SD_LISTEN_FDS_START + Int32(index), name))
        }
        return sockets
    }

    /// The time within which systemd expects a `watchdog` notification, or nil if it expects none
    /// (sd_watchdog_enabled(3)).
    package static var watchdogInterval: Duration? {
        var microseconds: UInt64 = 0
        return sd_watchdog_enabled(0, &microseconds) > 0 ? .microseconds(microseconds) : nil
    }

    /// The unit of this process in the user manager (sd_pid_get_user_unit(3)), such as `jokesd.service`, or nil.
    package static var userUnit: String? {
        var name: UnsafeMutablePointer<CChar>?
        guard sd_pid_get_user_unit(0, &name) >= 0, let name else { return nil }
        defer { free(name) }
        return String(cString: name)
    }

    /// Takes ownership of a listening Unix stream socket. For any other descriptor it fails, and leaves it open.
    @LoopActor
    package static func adopt(_ raw: Int32, _ name: String) throws(SystemdError) -> ActivatedSocket {
        guard sd_is_socket_unix(raw, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 else {
            throw .notAListener(descriptor: raw, name: name)
        }
        do throws(SystemError) {
            let socket = FileDescriptor(adopting: raw)
            return ActivatedSocket(name: name, listener: try UnixListener(adopting: socket))
        } catch {
            throw .failed(error)
        }
    }

    private static func release(_ names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ count: Int32)
    {
        guard let names else { return }
        for index in 0..<Int(count) { free(names[index]) }
        free(names)
    }
}

extension Systemd.Notification {
    /// Returns whether this notification is useless once the later one was sent.
    func isOutdated(by later: Self) -> Bool {
        switch (self, later) {
        case (.status, .status), (.watchdog, .watchdog): true
        default: false
        }
    }

    /// The text for sd_notify(3): one assignment a line. Line breaks in the status are replaced, so that it cannot add
    /// an assignment.
    package var text: String {
        switch self {
        case .ready: "READY=1"
        case .status(let status):
            "STATUS=" + Escaper.unitStatus.escaped(status)
        case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(Self.monotonicMicroseconds)"
        case .stopping: "STOPPING=1"
        case .watchdog: "WATCHDOG=1"
        }
    }

    private static var monotonicMicroseconds: Int64 { KernelClock.monotonic.nanoseconds / 1_000 }
}

/// The error for which the sockets of systemd cannot be used.
package enum SystemdError: Error, Equatable, Sendable {
    case notAListener(descriptor: Int32, name: String)
    case failed(SystemError)

    /// The message for the user, in one line: what is wrong, and what to do.
    package var text: String {
        switch self {
        case .notAListener(let descriptor, let name):
            "the descriptor \(descriptor) (\(name)) from systemd is not a listening Unix stream socket; "
                + "check ListenStream= in jokesd.socket"
        case .failed(let error):
            "cannot use the sockets from systemd: \(error.message)"
        }
    }
}
