// SPDX-License-Identifier: MIT
import JokeEventLoop
import JokeSystem
import JokeWire

/// What the daemon listens on: systemd's sockets where there are some, else its own.
@LoopActor
final class ListeningSocket {
    /// For people; under activation where clients look first.
    let path: String
    /// Whether systemd listens, and starts us for who connects.
    let isActivated: Bool
    private let listeners: [UnixListener]
    private var own: ExclusiveSocket?

    /// Under socket activation the sockets belong to systemd: `--socket` is then not needed, and never bound.
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

    func serve(
        _ takeIn: @escaping @LoopActor (Connection) -> Void,
        onTrouble: @escaping @LoopActor (SystemError) -> Void
    ) throws(SystemError) {
        for listener in listeners {
            listener.onTrouble = onTrouble
            try listener.start(onAccept: takeIn)
        }
    }

    /// Who waits already is told why there is no daemon: else systemd would start one again for each of them.
    func reject(_ failure: StartupError) {
        let line = Reply.failure(id: nil, WireError(failure))
        for listener in listeners { listener.rejectPending(with: line) }
    }

    /// Who has connected to a socket of our own is taken in first, or would be reset. Who waits at one of systemd's starts the
    /// next daemon.
    func close() {
        if !isActivated { for listener in listeners { listener.acceptRest() } }
        for listener in listeners { listener.close() }
        own.take()?.release()
    }
}

extension WireError {
    /// Why the daemon does not start.
    fileprivate init(_ failure: StartupError) {
        let kind: ErrorKind =
            switch failure.exitStatus {
            case 78: .badConfiguration
            case 74: .storage
            default: .internal
            }
        // All of it is in the log; the rest of the lines say what else is wrong.
        let message = failure.message.split(separator: "\n").first.map(String.init)
        self.init(kind, message, retry: false)
    }
}
