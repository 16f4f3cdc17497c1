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
    private var own: ExclusiveSocket?

    /// Takes systemd's sockets, or creates one. Under socket activation the option `--socket` has no effect on where
    /// jokesd listens.
    init(_ options: Options, _ environment: Environment) throws(StartupError) {
        let handedOver: [Systemd.ActivatedSocket]
        do throws(SystemdError) {
            handedOver = try Systemd.takeSockets()
        } catch {
            throw StartupError(71, error.text)
        }
        path = SocketAddress.choose(named: options.socket, environment: environment)
        isActivated = !handedOver.isEmpty
        guard handedOver.isEmpty else {
            listeners = handedOver.map(\.listener)
            return
        }
        do throws(SocketError) {
            let own = try ExclusiveSocket.claim(path)
            listeners = [own.listener]
            self.own = consume own
        } catch {
            throw StartupError(error.exitStatus, error.text)
        }
    }

    /// Starts to accept clients.
    func serve(
        _ takeIn: @escaping @LoopActor (Connection) -> Void,
        onTrouble: @escaping @LoopActor (SystemError) -> Void
    ) throws(SystemError) {
        for listener in listeners {
            listener.onTrouble = onTrouble
            try listener.start(onAccept: takeIn)
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
        own.take()?.release()
    }
}

extension WireError {
    /// The error that clients receive if the daemon does not start.
    fileprivate init(_ failure: StartupError) {
        let kind: ErrorKind =
            switch failure.exitStatus {
            case 78: .badConfiguration
            case 74: .storage
            default: .internal
            }
        // Clients get the first line. The log has all of them.
        let message = failure.message.split(separator: "\n").first.map(String.init)
        self.init(kind, message, retry: false)
    }
}
