// SPDX-License-Identifier: MIT
import CSystemd
import Glibc
package import JokeEventLoop
package import JokeSystem

/// The service manager, if there is one: the sockets that it hands over, and what it is told in return.
package enum Systemd {
    /// What the manager is told (sd_notify(3)).
    package enum Notification: Sendable, Equatable {
        case ready
        /// One line for `systemctl --user status`.
        case status(String)
        /// The configuration is being read again; `ready` ends it.
        case reloading
        case stopping
        /// Still alive: due twice in every ``watchdogInterval``.
        case watchdog
    }

    /// A socket that systemd listened on, with its `FileDescriptorName=`.
    package struct ActivatedSocket {
        package let name: String
        /// Never unlinked: the socket is systemd's.
        package let listener: UnixListener
    }

    /// Takes the sockets that were handed over, none without socket activation. The environment that said so is
    /// gone afterwards: no child shall believe that they are its own. To be called once.
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

    /// How long the manager waits for a sign of life; nil where it does not ask for one (sd_watchdog_enabled(3)).
    package static var watchdogInterval: Duration? {
        var microseconds: UInt64 = 0
        return sd_watchdog_enabled(0, &microseconds) > 0 ? .microseconds(microseconds) : nil
    }

    /// The unit of the user manager that this process is of (sd_pid_get_user_unit(3)), such as `jokesd.service`; nil
    /// elsewhere.
    package static var userUnit: String? {
        var name: UnsafeMutablePointer<CChar>?
        guard sd_pid_get_user_unit(0, &name) >= 0, let name else { return nil }
        defer { free(name) }
        return String(cString: name)
    }

    /// Takes the ownership of a descriptor that is a listening Unix stream socket; leaves any other alone.
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
    /// Whether telling this is of no use once the later one is told.
    func isOutdated(by later: Self) -> Bool {
        switch (self, later) {
        case (.status, .status), (.watchdog, .watchdog): true
        default: false
        }
    }

    /// As sd_notify(3) wants it: assignments, one a line, so that none can be smuggled in by a newline.
    package var text: String {
        switch self {
        case .ready: "READY=1"
        case .status(let status):
            "STATUS=" + String(status.map { $0.isNewline ? " " : $0 })
        case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(Self.monotonicMicroseconds)"
        case .stopping: "STOPPING=1"
        case .watchdog: "WATCHDOG=1"
        }
    }

    private static var monotonicMicroseconds: Int64 { KernelClock.monotonic.nanoseconds / 1_000 }
}

/// Why the sockets that were handed over cannot be used.
package enum SystemdError: Error, Equatable, Sendable {
    case notAListener(descriptor: Int32, name: String)
    case failed(SystemError)

    /// One line that says what to do.
    package var text: String {
        switch self {
        case .notAListener(let descriptor, let name):
            "the descriptor \(descriptor) (\(name)) that was handed over is no listening Unix stream socket: "
                + "look at ListenStream= in jokesd.socket"
        case .failed(let error):
            "the sockets that were handed over cannot be used: \(error.message)"
        }
    }
}
