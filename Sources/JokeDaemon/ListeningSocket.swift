// SPDX-License-Identifier: MIT
import JokeEventLoop
import JokeSystem
import JokeWire

/// The sockets on which the daemon accepts clients: systemd's under socket activation, otherwise its own.
@LoopActor
final class ListeningSocket {
    /// The path that `daemon.status` reports. Under socket activation it is the path that clients try first.
    let path: String
    /// Whether systemd listens, and starts jokesd for a client.
    let isActivated: Bool
    private let listeners: [UnixListener]
    private var ownSocket: ExclusiveSocket?

    /// Takes systemd's sockets, or creates one. Under socket activation the option `--socket` has no effect on where
    /// jokesd listens.
    init(_ options: Options, _ environment: Environment) throws(StartupError) {
        let activated: [Systemd.ActivatedSocket]
        do throws(SystemdError) {
            activated = try Systemd.takeSockets()
        } catch {
            throw StartupError(71, error.text)
        }
        path = SocketAddress.choose(named: options.socket, environment: environment)
        isActivated = !activated.isEmpty
        guard activated.isEmpty else {
            listeners = activated.map(\.listener)
            return
        }
        do throws(SocketError) {
            let socket = try ExclusiveSocket.claim(path)
            listeners = [socket.listener]
            ownSocket = consume socket
        } catch {
            throw StartupError(error.exitStatus, error.text)
        }
    }

    /// Whether a client has connected and was not accepted yet.
    var hasWaiting: Bool { listeners.contains(where: \.hasWaiting) }

    /// Starts to accept clients.
    func serve(
        _ accept: @escaping @LoopActor (Connection) -> Void,
        onError: @escaping @LoopActor (SystemError) -> Void
    ) throws(SystemError) {
        for listener in listeners {
            listener.onTrouble = onError
            try listener.start(onAccept: accept)
        }
    }

    /// Sends the clients that wait already the error for which the daemon does not start. Otherwise systemd would start
    /// jokesd again for each of them.
    func reject(_ failure: StartupError) {
        let line = Reply.failure(id: nil, WireError(failure))
        for listener in listeners { listener.rejectPending(with: line) }
    }

    /// Stops listening. For a socket of its own, it first accepts the clients that wait, because closing would reset
    /// their connections. Clients that wait at a socket of systemd start the next daemon.
    func close() {
        if !isActivated { for listener in listeners { listener.acceptRest() } }
        for listener in listeners { listener.close() }
        ownSocket.take()?.release()
    }
}

extension WireError {
    /// The error that clients receive if the daemon does not start.
    fileprivate init(_ failure: StartupError) {
        let kind: ErrorKind =
            switch failure.exitStatus {
            case 78: .badConfiguration
            case 74, 75: .storage
            default: .internal
            }
        // Clients get the first line. The log has all of them.
        let message = failure.message.split(separator: "\n").first.map(String.init)
        self.init(kind, message, retry: false)
    }
}
