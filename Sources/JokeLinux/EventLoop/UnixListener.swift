// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// A listening Unix socket. The loop keeps it from ``start(onAccept:)`` to ``close(unlinkIfOurs:)``.
@LoopActor
package final class UnixListener {
    /// The identity of a file, which does not depend on its path.
    private struct Identity: Equatable {
        let device: UInt
        let inode: UInt

        init?(path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
        }
    }

    /// The most connections to accept in one iteration, so that new clients do not starve connected ones.
    private static let acceptsPerIteration = 64
    /// The pause after accept(2) failed because the process or the system has no descriptors or no memory.
    private static let backoff = Duration.milliseconds(100)

    /// Called with an error of accept(2) that may be temporary, or of watching a new connection. Use it to log the
    /// error.
    package var onTrouble: (@LoopActor (SystemError) -> Void)?

    private var descriptor: FileDescriptor?
    private let raw: Int32
    private let path: String?
    private let identity: Identity?
    private var watch: DescriptorWatcher?
    private var onAccept: (@LoopActor (Connection) -> Void)?
    private var isPaused = false
    private var isBackingOff = false
    private lazy var backoffTimer = Timer { [weak self] in
        self?.isBackingOff = false
        self?.updateInterest()
    }

    /// Takes a listening socket that was passed by systemd. Its file is never removed.
    package init(adopting socket: consuming FileDescriptor) throws(SystemError) {
        guard fcntl(socket.raw, F_SETFL, O_NONBLOCK) == 0, fcntl(socket.raw, F_SETFD, FD_CLOEXEC) == 0 else {
            throw .last("fcntl")
        }
        (raw, path, identity) = (socket.raw, nil, nil)
        descriptor = consume socket
    }

    private init(bound socket: consuming FileDescriptor, path: String) {
        (raw, self.path, identity) = (socket.raw, path, Identity(path: path))
        descriptor = consume socket
    }

    /// Creates the socket file and listens.
    ///
    /// Throws EADDRINUSE if something exists at `path`; see ``UnixSocketProbe``.
    package static func bind(
        path: String, mode: UInt32 = 0o600, backlog: Int32 = 128
    ) throws(SystemError) -> UnixListener {
        let address = try UnixAddress(path: path)
        let socket = try UnixAddress.socket()
        // The file gets the mode of the socket. Set it before bind(2), so that the file is never open to others.
        guard fchmod(socket.raw, mode_t(mode)) == 0 else { throw .last("fchmod", path: path) }
        guard address.withPointer({ Glibc.bind(socket.raw, $0, $1) }) == 0 else {
            throw .last("bind", path: path)
        }
        guard listen(socket.raw, backlog) == 0 else { throw .last("listen", path: path) }
        return UnixListener(bound: socket, path: path)
    }

    /// Starts to accept connections. `onAccept` must set the handlers of the connection before it returns.
    package func start(onAccept: @escaping @LoopActor (Connection) -> Void) throws(SystemError) {
        precondition(watch == nil && descriptor != nil, "started twice, or closed")
        self.onAccept = onAccept
        watch = try DescriptorWatcher(raw, for: .readable) { _ in self.accept() }
        updateInterest()
    }

    /// Stops accepting: new connections wait in the backlog. `onAccept` may call this.
    package func pause() {
        isPaused = true
        updateInterest()
    }

    /// Accepts connections again after ``pause()``.
    package func resume() {
        isPaused = false
        updateInterest()
    }

    /// Whether a connection waits in the backlog.
    package var hasWaiting: Bool {
        var poll = pollfd(fd: raw, events: Int16(POLLIN), revents: 0)
        return descriptor != nil && Glibc.poll(&poll, 1, 0) > 0
    }

    /// Sends `bytes` to all connections in the backlog and closes them. What cannot be sent without waiting is dropped.
    package func rejectPending(with bytes: [UInt8]) {
        while case let client = jokesd_accept(raw), client >= 0 {
            let client = FileDescriptor(adopting: client)
            _ = Glibc.send(client.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }

    /// Accepts all connections in the backlog and refuses new ones. Call ``close(unlinkIfOurs:)`` afterwards.
    ///
    /// Closing a listener resets the connections in its backlog. Call this only for a socket that this process created.
    /// A socket of systemd stays open, and a connection in its backlog starts the next process.
    package func acceptRest() {
        guard descriptor != nil, let onAccept else { return }
        removeFile()
        // From here on connect(2) fails. Connections that were made before wait in the backlog.
        shutdown(raw, Int32(SHUT_RD))
        while true {
            let result = jokesd_accept(raw)
            if result >= 0 {
                admit(FileDescriptor(adopting: result), onAccept)
            } else if errno != EINTR, errno != ECONNABORTED {
                return
            }
        }
    }

    /// Removes the socket file, if this listener created it and it is still at the path.
    private func removeFile() {
        if let path, let identity, Identity(path: path) == identity { unlink(path) }
    }

    /// Stops listening. Accepted connections stay open. If `unlinkIfOurs` is true, also removes the socket file, if
    /// this listener created it and it is still at the path.
    package func close(unlinkIfOurs: Bool = true) {
        guard descriptor != nil else { return }
        // Remove the file while the socket still listens, so that a client that finds the file can connect.
        if unlinkIfOurs { removeFile() }
        watch?.cancel()
        watch = nil
        if isBackingOff { backoffTimer.disarm() }
        onAccept = nil
        onTrouble = nil
        descriptor = nil
    }
}

extension UnixListener {
    private var isAccepting: Bool { watch != nil && !isPaused && !isBackingOff }

    private func updateInterest() { watch?.change(to: isPaused || isBackingOff ? [] : .readable) }

    private func accept() {
        for _ in 0..<Self.acceptsPerIteration where isAccepting {
            let result = jokesd_accept(raw)
            if result >= 0 {
                admit(FileDescriptor(adopting: result), onAccept)
                continue
            }
            let error = SystemError.last("accept", path: path)
            switch error.code {
            case EAGAIN: return
            case EINTR, ECONNABORTED: continue
            default: return backOff(because: error)
            }
        }
    }

    private func admit(
        _ socket: consuming FileDescriptor, _ onAccept: (@LoopActor (Connection) -> Void)?
    ) {
        do {
            onAccept?(try Connection(accepted: socket))
        } catch {
            onTrouble?(error)
        }
    }

    /// Pauses accepting after EMFILE, ENFILE, ENOBUFS or ENOMEM. The connection stays in the backlog and the socket
    /// stays readable, so trying again at once would use all processor time.
    private func backOff(because error: SystemError) {
        isBackingOff = true
        updateInterest()
        backoffTimer.arm(after: Self.backoff)
        onTrouble?(error)
    }
}
