// SPDX-License-Identifier: MIT
import JokeLinux
import JokeWire

/// The sockets on which the daemon accepts clients: systemd's under socket activation, otherwise its own.
///
/// If the file of its own socket is removed, the daemon creates it again.
@LoopActor
final class ListeningSocket {
    /// The path that `daemon.status` reports. Under socket activation it is the path that clients try first.
    let path: String
    /// Whether systemd listens, and starts jokesd for a client.
    let isActivated: Bool
    /// Whether a client starts jokesd when none runs: systemd does it, or jokectl.
    let isOnDemand: Bool
    private var listeners: [UnixListener]
    private var ownSocket: ExclusiveSocket?
    private var serving: Serving?
    private var directoryWatch: DirectoryWatch?
    private var directoryWatcher: DescriptorWatcher?

    private struct Serving {
        let accept: @LoopActor (Connection) -> Void
        let onError: @LoopActor (SystemError) -> Void
        let onRemoval: @LoopActor (SocketError?) -> Void
    }

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
        isOnDemand = isActivated || options.isDetached
        guard activated.isEmpty else {
            listeners = activated.map(\.listener)
            return
        }
        do throws(SocketError) {
            try SocketAddress.checkOwner(of: path, environment)
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
    ///
    /// - Parameter onRemoval: Called when the file of the daemon's own socket was removed: with nil if there is a new one,
    ///   otherwise with the reason.
    func serve(
        _ accept: @escaping @LoopActor (Connection) -> Void,
        onError: @escaping @LoopActor (SystemError) -> Void,
        onRemoval: @escaping @LoopActor (SocketError?) -> Void
    ) throws(SystemError) {
        let serving = Serving(accept: accept, onError: onError, onRemoval: onRemoval)
        self.serving = serving
        for listener in listeners { try start(listener, serving) }
        guard !isActivated else { return }
        watchDirectory()
        restore()
    }

    private func start(_ listener: UnixListener, _ serving: Serving) throws(SystemError) {
        listener.onTrouble = serving.onError
        try listener.start(onAccept: serving.accept)
    }

    /// Watches the directory of the daemon's own socket. If that is impossible, a removed socket stays so.
    private func watchDirectory() {
        directoryWatcher?.cancel()
        directoryWatcher = nil
        directoryWatch = try? DirectoryWatch(SocketAddress.directory(of: path))
        guard let descriptor = directoryWatch?.descriptor.raw else { return }
        directoryWatcher = try? DescriptorWatcher(descriptor, for: .readable) { [unowned self] _ in
            directoryWatch?.drain()
            restore()
        }
    }

    /// Creates the socket again if its file was removed, and also its directory and its lock.
    private func restore() {
        guard let serving, !SocketAddress.exists(path) else { return }
        // Clients that have connected before keep their connections.
        for listener in listeners {
            listener.acceptRest()
            listener.close()
        }
        listeners = []
        ownSocket.take()?.release()
        do throws(SocketError) {
            let socket = try ExclusiveSocket.claim(path)
            listeners = [socket.listener]
            ownSocket = consume socket
            do throws(SystemError) { for listener in listeners { try start(listener, serving) } } catch {
                throw .failed(error)
            }
            serving.onRemoval(nil)
        } catch {
            serving.onRemoval(error)
            return watchDirectory()
        }
        watchDirectory()
        // It may have been removed before the watch began.
        restore()
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
        directoryWatcher?.cancel()
        directoryWatcher = nil
        serving = nil
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
            case 74, 75: .storage
            default: .internal
            }
        // Clients get the first line. The log has all of them.
        let message = failure.message.split(separator: "\n").first.map(String.init)
        self.init(kind, message, retry: false)
    }
}
