// SPDX-License-Identifier: MIT
import EventLoop

/// What the daemon listens on: systemd's sockets where there are some, else its own.
@LoopActor
final class ServingSocket {
    /// For people; under activation where clients look first.
    let path: String
    private let listeners: [UnixListener]
    private var own: GuardedSocket?

    /// Under socket activation the sockets belong to systemd: `--socket` is then not needed, and never bound.
    init(_ options: Options, _ environment: Environment) throws(StartFailure) {
        let handedOver: [Supervisor.HandedOver]
        do throws(SupervisorProblem) {
            handedOver = try Supervisor.takeSockets()
        } catch {
            throw StartFailure(71, error.text)
        }
        path = SocketAddress.choose(named: options.socket, environment: environment)
        guard handedOver.isEmpty else {
            listeners = handedOver.map(\.listener)
            return
        }
        do throws(SocketProblem) {
            let own = try GuardedSocket.claim(path)
            listeners = [own.listener]
            self.own = consume own
        } catch {
            throw StartFailure(error.exitStatus, error.text)
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

    func close() {
        for listener in listeners { listener.close() }
        own.take()?.release()
    }
}
