// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeEventLoop
import JokeSystem

/// The socket of a ``ReconnectingClient``. It performs the client's actions and reports socket events.
@LoopActor
final class ClientSocket {
    private let locations: SocketLocations
    private let report: @LoopActor (SocketEvent) -> Void
    private var connection: Connection?

    init(_ locations: SocketLocations, report: @escaping @LoopActor (SocketEvent) -> Void) {
        self.locations = locations
        self.report = report
    }

    func perform(_ action: SocketAction) {
        switch action {
        case .open: open()
        case .send(let bytes): connection?.send(bytes)
        case .close: close()
        }
    }

    func close() {
        connection?.close()
        connection = nil
    }

    private func open() {
        do throws(ConnectError) {
            try locations.first { path throws(ConnectError) in try self.connect(to: path) }
        } catch {
            return report(.openFailed(error))
        }
        connection?.onBytes = { [unowned self] in self.report(.received(Array($0))) }
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
