// SPDX-License-Identifier: MIT
import CGtk
import Glibc
import JokeClient
import JokeLinux

/// The socket of a ``ReconnectingClient`` as sources of GLib's main loop. It performs the client's actions and reports
/// socket events.
final class SocketSource {
    private let locations: SocketLocations
    private let report: (SocketEvent) -> Void
    private var descriptor: Int32 = -1
    private var restart: RestartWatch
    private var reading: guint = 0
    /// The source that waits until the socket takes more bytes, or 0.
    private var writing: guint = 0
    private var unsent: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    init(_ locations: SocketLocations, report: @escaping (SocketEvent) -> Void) {
        self.locations = locations
        self.report = report
        restart = RestartWatch(
            locations, runtimeDirectory: getenv("XDG_RUNTIME_DIR").map { String(cString: $0) })
    }

    func perform(_ action: SocketAction) {
        switch action {
        case .open, .reopen:
            if restart.begin(isClosing: action == .reopen) { awaitStart() } else { open() }
        case .send(let bytes):
            unsent += bytes
            if writing == 0 { writeOut() }
        case .close: close()
        }
    }

    /// Waits until the stopped jokesd runs again.
    private func awaitStart() {
        _ = watch(restart.descriptor, G_IO_IN) { [unowned self] in
            guard restart.end() else { return true }
            report(.started)
            return false
        }
        report(.openFailed(.stopped))
    }

    private func open() {
        do throws(ConnectError) {
            try locations.first { path throws(ConnectError) in try self.connect(to: path) }
        } catch {
            return report(.openFailed(error))
        }
        reading = watch(descriptor, GIOCondition(rawValue: G_IO_IN.rawValue | G_IO_HUP.rawValue)) {
            [unowned self] in
            self.read()
            return true
        }
        restart.opened()
        report(.opened)
    }

    private func connect(to path: String) throws(ConnectError) {
        do throws(SystemError) {
            let socket = try UnixAddress(path: path).connected()
            guard locations.accepts(peer: try PeerCredentials(of: socket).uid, userID: geteuid()) else {
                throw SystemError(code: 0, operation: "foreign")
            }
            descriptor = socket.release()
        } catch {
            throw error.code == 0 ? .foreign(path: path) : ConnectError(errno: error.code, path: path)
        }
    }

    private func close() {
        guard descriptor >= 0 else { return }
        for source in [reading, writing] where source != 0 { g_source_remove(source) }
        (reading, writing, unsent) = (0, 0, [])
        _ = Glibc.close(descriptor)
        descriptor = -1
    }

    private func read() {
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count > 0 {
            restart.received()
            report(.received(Array(buffer[..<count])))
        } else if count == 0 || errno != EAGAIN && errno != EINTR {
            end()
        }
    }

    private func writeOut() {
        while !unsent.isEmpty {
            let count = send(descriptor, unsent, unsent.count, Int32(MSG_NOSIGNAL))
            if count > 0 {
                unsent.removeFirst(count)
            } else if errno == EAGAIN {
                guard writing == 0 else { return }
                writing = watch(descriptor, G_IO_OUT) { [unowned self] in
                    self.writeOut()
                    return self.writing != 0
                }
                return
            } else if errno != EINTR {
                // Reading will report the end.
                unsent = []
            }
        }
        writing = 0
    }

    private func end() {
        close()
        report(.ended)
    }
}
