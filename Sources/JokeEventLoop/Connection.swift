// SPDX-License-Identifier: MIT
import Glibc
package import JokeSystem

/// A connected stream socket.
///
/// The loop keeps an open connection, and calls its handlers only from the loop's iteration, never from within a call
/// of ``send(_:)-([UInt8])``, ``finish()`` or ``close()``. Any handler may call any of these, on any connection.
@LoopActor
package final class Connection: EventTarget {
    /// How a connection ended that was not closed with ``close()``.
    package enum Ending: Equatable, Sendable {
        /// All was sent after ``finish()``.
        case finished
        /// The peer closed both directions.
        case hungUp
        /// Reading or writing failed: ECONNRESET, EPIPE.
        case failed(SystemError)
    }

    private enum Input {
        case flowing
        case paused
        /// The peer sends no more: the socket would be readable for ever.
        case ended
    }

    nonisolated package let peer: PeerCredentials

    /// At most 64 KiB at a time, once an iteration. The bytes are gone when the handler returns.
    package var onBytes: (@LoopActor (UnsafeRawBufferPointer) -> Void)?
    /// Once: the peer closed its sending direction. It may still read what is sent.
    package var onEndOfInput: (@LoopActor () -> Void)?
    /// All that was sent is in the kernel. Set it only while you wait for that: each call costs an iteration.
    package var onDrained: (@LoopActor () -> Void)?
    /// The socket has taken what it can, and something is left; again at the end of each iteration that sends more.
    package var onBlocked: (@LoopActor () -> Void)?
    /// Once and last, unless ``close()`` came first.
    package var onClosed: (@LoopActor (Ending) -> Void)?

    /// The socket took less than it was given and is waited for.
    package private(set) var isBlocked = false
    package private(set) var isFinishing = false

    /// Bytes that are written without waiting for the iteration's end.
    private static let handful = 16 << 10

    private let loop = LoopActor.shared.loop
    private let poller = LoopActor.shared.loop.machinery.poller
    private let readBuffer = LoopActor.shared.loop.machinery.readBuffer
    private var descriptor: FileDescriptor?
    private var registration: Registration?
    private var input = Input.flowing
    private var outbound = OutputBuffer()
    private var isUnflushed = false

    /// Takes a connected socket and makes it non-blocking.
    package convenience init(adopting socket: consuming FileDescriptor) throws(SystemError) {
        guard fcntl(socket.raw, F_SETFL, O_NONBLOCK) == 0, fcntl(socket.raw, F_SETFD, FD_CLOEXEC) == 0 else {
            throw .last("fcntl")
        }
        try self.init(accepted: socket)
    }

    /// Connects to who listens at the path, without waiting. EAGAIN: its backlog is full.
    package convenience init(to path: String) throws(SystemError) {
        try self.init(accepted: UnixAddress(path: path).connected())
    }

    /// Takes a socket that is non-blocking and close-on-exec already.
    init(accepted socket: consuming FileDescriptor) throws(SystemError) {
        peer = try PeerCredentials(of: socket)
        let raw = socket.raw
        descriptor = consume socket
        registration = try poller.add(raw, interest: .readable, target: self)
    }

    package var isOpen: Bool { registration != nil }

    /// What is sent and not yet written, for the owner's bounds.
    package var pendingBytes: Int { outbound.count }

    /// Written at the end of the iteration together with all else that is sent in it; of much, the first part before
    /// that. Ignored once the end is decided.
    package func send(_ bytes: [UInt8]) { send { $0.append(bytes) } }

    package func send(_ bytes: UnsafeRawBufferPointer) { send { $0.append(bytes) } }

    private func send(_ append: (inout OutputBuffer) -> Void) {
        guard isOpen, !isFinishing else { return }
        // From a small buffer that is kept: a large one is new memory each time, which costs more than to write
        // twice. If this fails, the write at the end of the iteration fails as well, and there handlers may be called.
        if outbound.count >= Self.handful { _ = writeOut() }
        append(&outbound)
        flushLater()
    }

    /// Leaves what the peer sends in the kernel, where it slows the peer down.
    package func pauseReading() {
        guard input == .flowing else { return }
        input = .paused
        updateInterest()
    }

    package func resumeReading() {
        guard input == .paused else { return }
        input = .flowing
        updateInterest()
    }

    /// Hands over what the peer has sent so far, without waiting for the loop: about what a socket holds at most.
    ///
    /// Calls `onBytes` and `onEndOfInput` before it returns.
    package func readRest() {
        var rest = 256 << 10
        while isOpen, !isFinishing, input == .flowing, rest > 0 {
            let count = read()
            guard count > 0 else { return }
            rest -= count
        }
    }

    /// Closes when all is written. Nothing more is read; what the peer has sent and nobody has read is dropped, so that it
    /// reads the end of the stream after what was sent to it, and not ECONNRESET.
    package func finish() {
        guard isOpen, !isFinishing else { return }
        isFinishing = true
        updateInterest()
        flushLater()
    }

    /// Closes now, dropping what is not written. No handler is called after this.
    package func close() {
        guard let registration else { return }
        poller.remove(registration)
        self.registration = nil
        descriptor = nil
        outbound.removeAll()
        (onBytes, onEndOfInput, onDrained, onBlocked, onClosed) = (nil, nil, nil, nil, nil)
    }
}

// MARK: - What the loop calls

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
            // Only when all is read: who sends a request and leaves has sent it.
            if isGone, input == .ended { end(.hungUp) }
        } else if input == .ended, isGone {
            end(.hungUp)
        }
    }

    /// True where a handler was called.
    func flushAtEndOfTurn() -> Bool {
        isUnflushed = false
        return isOpen && write()
    }

    private func flushLater() {
        guard !isUnflushed else { return }
        isUnflushed = true
        loop.flushLater(self)
    }

    /// Returns how many bytes there were; 0 at the end of the input, less if nothing could be read.
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

    /// Drops what was not read. Linux, unix(7)'s sockets: who closes one with unread data resets its peer.
    private func dropInput() {
        guard let registration, input != .ended else { return }
        // The peer can send no more, so this ends; what it has sent can still be read.
        shutdown(registration.descriptor, Int32(SHUT_RD))
        let buffer = readBuffer.bytes
        while case let count = Glibc.read(registration.descriptor, buffer.baseAddress, buffer.count),
            count > 0 || count < 0 && errno == EINTR
        {}
    }

    /// Writes until all is written or the socket is full, which is `isBlocked` then; false where that failed, with
    /// errno.
    private func writeOut() -> Bool {
        guard let registration else { return true }
        while !isBlocked, !outbound.isEmpty {
            guard !outbound.send(to: registration.descriptor) else { continue }
            if errno == EAGAIN {
                isBlocked = true
                updateInterest()
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// The same, and tells who waits for it. True where a handler was called.
    private func write() -> Bool {
        guard writeOut() else {
            end(.failed(.last("send")))
            return true
        }
        if !isBlocked {
            updateInterest()
            guard !isFinishing else {
                dropInput()
                end(.finished)
                return true
            }
        }
        guard let tell = isBlocked ? onBlocked : onDrained else { return false }
        tell()
        return true
    }

    private func end(_ ending: Ending) {
        let onClosed = onClosed
        close()
        onClosed?(ending)
    }

    /// A paused connection is told of a hang-up once, else the loop would spin on it; resuming tells it again.
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
