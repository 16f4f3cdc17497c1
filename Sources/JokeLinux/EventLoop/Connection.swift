// SPDX-License-Identifier: MIT
import Glibc

/// A connected stream socket.
///
/// The loop keeps an open connection. It calls the handlers only from its iterations, never during a call of
/// ``send(_:)-([UInt8])``, ``finish()`` or ``close()``. A handler may call any of these methods, on any connection.
@LoopActor
package final class Connection: EventTarget {
    /// The reason why a connection ended without a call of ``close()``.
    package enum Ending: Equatable, Sendable {
        /// ``finish()`` was called and everything is sent.
        case finished
        /// The peer closed both directions.
        case hungUp
        /// Reading or writing failed, for example with ECONNRESET or EPIPE.
        case failed(SystemError)
    }

    private enum Input {
        case flowing
        case paused
        /// The peer closed its sending direction. The socket would be readable forever, so it is not watched for input.
        case ended
    }

    /// The credentials of the process that made the connection.
    nonisolated package let peer: PeerCredentials

    /// Called with received bytes, at most 64 KiB and once per iteration. They are valid until the handler returns.
    package var onBytes: (@LoopActor (UnsafeRawBufferPointer) -> Void)?
    /// Called once, when the peer closes its sending direction. It may still receive.
    package var onEndOfInput: (@LoopActor () -> Void)?
    /// Called when the kernel has taken all sent bytes. Set it only while it is needed, because each call costs an
    /// iteration.
    package var onDrained: (@LoopActor () -> Void)?
    /// Called when the socket is full and bytes are left to write, and again at the end of each iteration that sends
    /// more.
    package var onBlocked: (@LoopActor () -> Void)?
    /// Called once, as the last handler, unless ``close()`` was called before.
    package var onClosed: (@LoopActor (Ending) -> Void)?

    private var registration: Registration?
    private var output = OutputBuffer()
    /// The bytes passed to ``send(_:)-([UInt8])`` so far.
    package private(set) var sentBytes = 0
    /// The last iteration in which ``sendToMany(_:)`` wrote at once.
    private var sentAtOnceIn = -1
    /// Whether the socket is full and the loop waits until it is writable.
    package private(set) var isBlocked = false
    /// Whether ``finish()`` was called.
    package private(set) var isFinishing = false
    private var isUnflushed = false

    /// The number of pending bytes above which ``send(_:)-([UInt8])`` writes before the end of the iteration.
    private static let earlyWriteThreshold = 16 << 10
    /// The number of bytes after which a connection continues to write in the next iteration, so that a client that reads
    /// a long reply does not delay the others.
    private static let writtenAtOnce = 64 << 10

    private let loop = LoopActor.shared.loop
    private let poller = LoopActor.shared.loop.resources.poller
    private let readBuffer = LoopActor.shared.loop.resources.readBuffer
    private var descriptor: FileDescriptor?
    private var input = Input.flowing

    /// Takes a connected socket and makes it non-blocking and close-on-exec.
    package convenience init(adopting socket: consuming FileDescriptor) throws(SystemError) {
        guard fcntl(socket.raw, F_SETFL, O_NONBLOCK) == 0, fcntl(socket.raw, F_SETFD, FD_CLOEXEC) == 0 else {
            throw .last("fcntl")
        }
        try self.init(accepted: socket)
    }

    /// Connects to the listener at `path` without blocking. Throws EAGAIN if its backlog is full.
    package convenience init(to path: String) throws(SystemError) {
        try self.init(accepted: UnixAddress(path: path).connected())
    }

    /// Takes a connected socket that is non-blocking and close-on-exec already.
    init(accepted socket: consuming FileDescriptor) throws(SystemError) {
        peer = try PeerCredentials(of: socket)
        let raw = socket.raw
        descriptor = consume socket
        registration = try poller.add(raw, interest: .readable, target: self)
    }

    /// Whether the connection is not closed yet.
    package var isOpen: Bool { registration != nil }

    /// The number of bytes that are sent but not written yet. The owner limits them.
    package var pendingBytes: Int { output.count }

    /// Sends bytes. They are written at the end of the iteration, together with everything else that is sent in it; a
    /// large amount is written in part before that. Does nothing after ``finish()`` or ``close()``.
    package func send(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { send($0) }
    }

    package func send(_ bytes: UnsafeRawBufferPointer) {
        guard isOpen, !isFinishing else { return }
        sentBytes += bytes.count
        append(bytes)
    }

    /// Sends a line that goes to many connections: the first of an iteration is written at once, so that a client reads
    /// it while the others are written to. Later ones wait for the end of the iteration, so that together they need one
    /// write.
    package func sendToMany(_ bytes: UnsafeRawBufferPointer) {
        guard let registration, !isFinishing, output.isEmpty, sentAtOnceIn != loop.iterations else {
            return send(bytes)
        }
        sentAtOnceIn = loop.iterations
        sentBytes += bytes.count
        let written = Glibc.send(registration.descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        // If this write failed, the one at the end of the iteration fails too and calls the handler.
        if written < bytes.count { append(UnsafeRawBufferPointer(rebasing: bytes[max(written, 0)...])) }
    }

    private func append(_ bytes: UnsafeRawBufferPointer) {
        // Write early from a small buffer that is reused. A large buffer would be new memory each time, which costs
        // more than a second write. If this write fails, the one at the end of the iteration fails too and calls the
        // handler, which must not be called here.
        if output.count >= Self.earlyWriteThreshold { _ = writeOut() }
        output.append(bytes)
        flushLater()
    }

    /// Stops reading. What the peer sends stays in the kernel, and the peer is slowed down when its buffer is full.
    package func pauseReading() {
        // The first event of the paused connection updates the interest. A short pause often has none, so it needs no
        // system call.
        if input == .flowing { input = .paused }
    }

    /// Continues to read after ``pauseReading()``.
    package func resumeReading() {
        guard input == .paused else { return }
        input = .flowing
        updateInterest()
    }

    /// Reads what the peer has sent so far without waiting for the loop, at most about what a socket can buffer, even
    /// while reading is paused.
    ///
    /// Calls `onBytes` and `onEndOfInput` before it returns.
    package func readRest() {
        var rest = 256 << 10
        while isOpen, !isFinishing, input != .ended, rest > 0 {
            let count = read()
            guard count > 0 else { return }
            rest -= count
        }
    }

    /// Closes the connection after everything is written, and reads nothing more.
    ///
    /// Unread input is dropped before the close. Otherwise the peer would get ECONNRESET instead of the sent bytes and
    /// the end of the stream.
    package func finish() {
        guard isOpen, !isFinishing else { return }
        isFinishing = true
        updateInterest()
        flushLater()
    }

    /// Closes the connection now and drops what is not written. No handler is called afterwards.
    package func close() {
        guard let registration else { return }
        poller.remove(registration)
        self.registration = nil
        descriptor = nil
        output.removeAll()
        (onBytes, onEndOfInput, onDrained, onBlocked, onClosed) = (nil, nil, nil, nil, nil)
    }
}

// MARK: - Handlers of the loop

extension Connection {
    func handle(_ readiness: Readiness) {
        if isBlocked, readiness.contains(.writable) {
            isBlocked = false
            _ = write()
        }
        guard isOpen, !readiness.isDisjoint(with: [.readable, .hungUp, .failed]) else { return }
        let isGone = readiness.contains(.hungUp)
        if isFinishing {
            if isGone { end(.hungUp) }
        } else if input == .flowing {
            read()
            // Wait until everything is read, because a client may send a request and disconnect.
            if isGone, input == .ended { end(.hungUp) }
        } else if input == .paused {
            updateInterest()
        } else if isGone {
            end(.hungUp)
        }
    }

    /// Writes at the end of an iteration. Returns whether the next iteration must not wait: a handler was called, or there
    /// is more to write.
    func flushAtEndOfIteration() -> Bool {
        isUnflushed = false
        return isOpen && write()
    }

    private func flushLater() {
        guard !isUnflushed else { return }
        isUnflushed = true
        loop.flushLater(self)
    }

    /// Reads once. Returns the number of bytes, 0 at the end of the input, or -1 if nothing could be read.
    @discardableResult
    private func read() -> Int {
        guard let registration else { return -1 }
        let buffer = readBuffer.bytes
        let count = Glibc.read(registration.descriptor, buffer.baseAddress, buffer.count)
        if count > 0 {
            onBytes?(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        } else if count == 0 {
            input = .ended
            updateInterest()
            onEndOfInput?()
        } else if errno != EAGAIN, errno != EINTR {
            end(.failed(.last("read")))
        }
        return count
    }

    /// Drops unread input. On Linux, closing a Unix socket with unread data resets the peer.
    private func dropInput() {
        guard let registration, input != .ended else { return }
        // After this the peer cannot send, so the loop below ends. What it has sent can still be read.
        shutdown(registration.descriptor, Int32(SHUT_RD))
        let buffer = readBuffer.bytes
        while case let count = Glibc.read(registration.descriptor, buffer.baseAddress, buffer.count),
            count > 0 || count < 0 && errno == EINTR
        {}
    }

    /// Writes until everything or ``writtenAtOnce`` is written, or until the socket is full, which sets `isBlocked`.
    /// Returns false after another error, which is in errno.
    private func writeOut() -> Bool {
        guard let registration else { return true }
        let rest = output.count - Self.writtenAtOnce
        while !isBlocked, !output.isEmpty, output.count > rest {
            guard !output.send(to: registration.descriptor, atMost: output.count - rest) else { continue }
            if errno == EAGAIN {
                isBlocked = true
                updateInterest()
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Writes, and calls the handler for the result: `onDrained`, `onBlocked` or `onClosed`. Returns whether a handler
    /// was called, or whether more is written in the next iteration.
    private func write() -> Bool {
        guard writeOut() else {
            end(.failed(.last("send")))
            return true
        }
        if !isBlocked {
            guard output.isEmpty else {
                flushLater()
                return true
            }
            if registration?.interest.contains(.writable) == true { updateInterest() }
            guard !isFinishing else {
                dropInput()
                end(.finished)
                return true
            }
        }
        guard let handler = isBlocked ? onBlocked : onDrained else { return false }
        handler()
        return true
    }

    private func end(_ ending: Ending) {
        let onClosed = onClosed
        close()
        onClosed?(ending)
    }

    /// Updates which events the loop waits for. A paused connection gets a hang-up only once (edge-triggered), because
    /// it would otherwise cause an event in every iteration. Resuming reports it again.
    private func updateInterest() {
        guard var changed = registration else { return }
        var interest: Interest = isBlocked ? .writable : []
        if !isFinishing {
            switch input {
            case .flowing: interest.insert(.readable)
            case .paused: interest.insert(.changesOnly)
            case .ended: break
            }
        }
        poller.change(&changed, to: interest)
        registration = changed
    }
}
