// SPDX-License-Identifier: MIT
import CLinux
import Glibc
package import JokeSystem

/// A listening Unix socket. The loop keeps it from ``start(onAccept:)`` to ``close(unlinkIfOurs:)``.
@LoopActor
package final class UnixListener {
    /// A file as the kernel knows it, whatever its path says later.
    private struct Identity: Equatable {
        let device: UInt
        let inode: UInt

        init?(path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
        }
    }

    /// Accepted in one iteration, so that a crowd at the door does not starve who is inside.
    private static let mostInATurn = 64
    /// How long accepting rests when the process or the system is out of descriptors or memory.
    private static let rest = Duration.milliseconds(100)

    /// accept(2) failed for a reason that may pass, or a new connection could not be watched. For the log.
    package var onTrouble: (@LoopActor (SystemError) -> Void)?

    private var descriptor: FileDescriptor?
    private let raw: Int32
    private let path: String?
    private let identity: Identity?
    private var watch: DescriptorWatcher?
    private var onAccept: (@LoopActor (Connection) -> Void)?
    private var isPaused = false
    private var isResting = false
    private lazy var restTimer = Timer { [weak self] in
        self?.isResting = false
        self?.updateInterest()
    }

    /// Takes a socket that listens already, as systemd hands it over: it is never unlinked.
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

    /// Makes the socket file and listens. EADDRINUSE: something is at `path`; see ``UnixSocketProbe``.
    package static func bind(
        path: String, mode: UInt32 = 0o600, backlog: Int32 = 128
    ) throws(SystemError) -> UnixListener {
        let address = try UnixAddress(path: path)
        let socket = try UnixAddress.socket()
        // Before bind: the file is made with the socket's own mode, so it is never open to others for a moment.
        guard fchmod(socket.raw, mode_t(mode)) == 0 else { throw .last("fchmod", path: path) }
        guard address.withPointer({ Glibc.bind(socket.raw, $0, $1) }) == 0 else {
            throw .last("bind", path: path)
        }
        guard listen(socket.raw, backlog) == 0 else { throw .last("listen", path: path) }
        return UnixListener(bound: socket, path: path)
    }

    /// Accepts from now on. `onAccept` sets the connection's handlers before it returns.
    package func start(onAccept: @escaping @LoopActor (Connection) -> Void) throws(SystemError) {
        precondition(watch == nil && descriptor != nil, "started twice, or closed")
        self.onAccept = onAccept
        watch = try DescriptorWatcher(raw, for: .readable) { _ in self.accept() }
        updateInterest()
    }

    /// Leaves who connects in the backlog. May be called from within `onAccept`.
    package func pause() {
        isPaused = true
        updateInterest()
    }

    package func resume() {
        isPaused = false
        updateInterest()
    }

    /// Tells everybody who waits at the door this one thing, as far as it can be sent at once, and hangs up.
    package func rejectPending(with bytes: [UInt8]) {
        while case let caller = jokesd_accept(raw), caller >= 0 {
            let caller = FileDescriptor(adopting: caller)
            _ = Glibc.send(caller.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }

    /// Accepts all who have connected so far, and refuses everybody from now on; ``close(unlinkIfOurs:)`` is to follow.
    ///
    /// Closing a listener resets the connections that wait in its backlog. Call this only for a socket that this process
    /// made: one of systemd's stays open, and whoever waits in its backlog starts the next process.
    package func acceptRest() {
        guard descriptor != nil, let onAccept else { return }
        removeFile()
        // connect(2) fails from here on; those that succeeded before wait in the backlog.
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

    /// Removes the socket file, if this listener made it and it is still the one at the path.
    private func removeFile() {
        if let path, let identity, Identity(path: path) == identity { unlink(path) }
    }

    /// Stops listening. With `unlinkIfOurs` the socket file goes too, if this listener made it and it is still
    /// the one at the path. Connections stay.
    package func close(unlinkIfOurs: Bool = true) {
        guard descriptor != nil else { return }
        // Unlinked while it still listens: who finds the file finds someone there.
        if unlinkIfOurs { removeFile() }
        watch?.cancel()
        watch = nil
        if isResting { restTimer.disarm() }
        onAccept = nil
        onTrouble = nil
        descriptor = nil
    }
}

extension UnixListener {
    private var isAccepting: Bool { watch != nil && !isPaused && !isResting }

    private func updateInterest() { watch?.change(to: isPaused || isResting ? [] : .readable) }

    private func accept() {
        for _ in 0..<Self.mostInATurn where isAccepting {
            let result = jokesd_accept(raw)
            if result >= 0 {
                admit(FileDescriptor(adopting: result), onAccept)
                continue
            }
            let error = SystemError.last("accept", path: path)
            switch error.code {
            case EAGAIN: return
            case EINTR, ECONNABORTED: continue
            default: return takeRest(because: error)
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

    /// EMFILE, ENFILE, ENOBUFS, ENOMEM: the caller stays in the backlog and the socket readable. Looking again at
    /// once would spin.
    private func takeRest(because error: SystemError) {
        isResting = true
        updateInterest()
        restTimer.arm(after: Self.rest)
        onTrouble?(error)
    }
}
