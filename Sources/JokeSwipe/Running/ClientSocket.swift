// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeLinux

/// The socket of a ``ReconnectingClient``. It performs the client's actions and reports socket events.
@LoopActor
final class ClientSocket {
    private let locations: SocketLocations
    private let report: @LoopActor (SocketEvent) -> Void
    private var connection: Connection?
    private var restart: RestartWatch
    private var restartWatcher: DescriptorWatcher?

    init(_ locations: SocketLocations, report: @escaping @LoopActor (SocketEvent) -> Void) {
        self.locations = locations
        self.report = report
        restart = RestartWatch(locations, runtimeDirectory: SwipeMain.variable("XDG_RUNTIME_DIR"))
    }

    func perform(_ action: SocketAction) {
        switch action {
        case .open, .reopen:
            if restart.begin(isClosing: action == .reopen) { awaitStart() } else { open() }
        case .send(let bytes): connection?.send(bytes)
        case .close: close()
        }
    }

    func close() {
        connection?.close()
        connection = nil
    }

    /// Waits until the stopped jokesd runs again.
    private func awaitStart() {
        restartWatcher = try? DescriptorWatcher(restart.descriptor, for: .readable) { [unowned self] _ in
            guard restart.end() else { return }
            restartWatcher?.cancel()
            restartWatcher = nil
            report(.started)
        }
        report(.openFailed(.stopped))
    }

    private func open() {
        do throws(ConnectError) {
            try locations.first { path throws(ConnectError) in try self.connect(to: path) }
        } catch {
            return report(.openFailed(error))
        }
        restart.opened()
        connection?.onBytes = { [unowned self] in
            self.restart.received()
            self.report(.received(Array($0)))
        }
        connection?.onEndOfInput = { [unowned self] in self.report(.ended) }
        connection?.onClosed = { [unowned self] _ in self.report(.ended) }
        report(.opened)
    }

    private func connect(to path: String) throws(ConnectError) {
        let connection: Connection
        do throws(SystemError) { connection = try Connection(to: path) } catch {
            throw ConnectError(errno: error.code, path: path)
        }
        guard locations.accepts(peer: connection.peer.uid, userID: geteuid()) else {
            connection.close()
            throw .foreign(path: path)
        }
        self.connection = connection
    }
}
