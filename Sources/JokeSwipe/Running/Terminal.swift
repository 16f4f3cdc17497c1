// SPDX-License-Identifier: MIT
import CLinux
import Glibc
import JokeEventLoop
import JokeSystem

/// The terminal while the card has it: keys one by one, the mouse, a screen of its own. It is given back as it was, by
/// ``leave()`` or, in a crash, by a handler of the signal.
@LoopActor
final class Terminal {
    private let input: FileDescriptor
    private let output: FileDescriptor
    private let usual: termios
    private var reading: DescriptorWatcher?
    private var writing: DescriptorWatcher?
    private var unwritten: [UInt8] = []
    private var isOurs = false

    /// What was read; nil when the terminal is gone.
    var onBytes: (@LoopActor (UnsafeRawBufferPointer?) -> Void)?

    /// An alternate screen, no cursor, no wrapping at the edge; the mouse while a button is held (1002), in SGR's form
    /// (1006); pasted text marked as such (2004). Then the question whether frames can be marked (DECRQM of 2026).
    private static let enter =
        "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h\u{1B}[?2026$p"
    private static let leave =
        "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Nil where one of the two descriptors is no terminal.
    init?(input: Int32 = 0, output: Int32 = 1) throws(SystemError) {
        var mode = termios()
        guard isatty(output) == 1, tcgetattr(input, &mode) == 0 else { return nil }
        usual = mode
        // Opened anew, to be non-blocking without making those of the shell so: a terminal that hangs holds nothing up.
        self.input = try Self.open("/proc/self/fd/\(input)", O_RDONLY)
        self.output = try Self.open("/proc/self/fd/\(output)", O_WRONLY)
    }

    private static func open(_ path: String, _ mode: Int32) throws(SystemError) -> FileDescriptor {
        let raw = Glibc.open(path, mode | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard raw >= 0 else { throw SystemError(code: errno, operation: "open", path: path) }
        return FileDescriptor(adopting: raw)
    }

    var size: Size {
        var size = winsize()
        guard ioctl(output.raw, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return Size(columns: 80, rows: 24)
        }
        return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Takes it, or takes it again.
    func enter() throws(SystemError) {
        var raw = usual
        cfmakeraw(&raw)
        guard tcsetattr(input.raw, TCSADRAIN, &raw) == 0 else {
            throw SystemError(code: errno, operation: "tcsetattr")
        }
        var mode = usual
        let bytes = Self.leave.utf8.map { CChar(bitPattern: $0) }
        jokesd_restore_on_crash(output.raw, &mode, bytes, bytes.count)
        isOurs = true
        unwritten = []
        write(Array(Self.enter.utf8))
        guard reading == nil else { return }
        reading = try DescriptorWatcher(input.raw, for: .readable) { [unowned self] in self.read($0) }
    }

    /// Gives it back. What was typed and not read yet goes to nobody: it was meant for the card.
    func leave() {
        guard isOurs else { return }
        isOurs = false
        unwritten = []
        var mode = usual
        // The card is not waited for, but this must arrive, unless nothing does.
        var rest = Array(Self.leave.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(output.raw, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN {
                var readiness = pollfd(fd: output.raw, events: Int16(POLLOUT), revents: 0)
                guard poll(&readiness, 1, Self.patience) == 1 else { break }
            } else if errno != EINTR {
                break
            }
        }
        tcsetattr(input.raw, TCSAFLUSH, &mode)
        jokesd_restore_on_crash(output.raw, nil, nil, 0)
    }

    /// Milliseconds for a terminal that takes nothing.
    private static let patience: Int32 = 500

    /// Whether it has taken all that it was sent: else a new frame waits for it.
    var isReady: Bool { unwritten.isEmpty }

    /// Called when it is ready again.
    var onReady: (@LoopActor () -> Void)?

    func write(_ bytes: [UInt8]) {
        unwritten += bytes
        writeOut()
    }

    private func writeOut() {
        while !unwritten.isEmpty {
            let count = unwritten.withUnsafeBytes { Glibc.write(output.raw, $0.baseAddress, $0.count) }
            if count > 0 {
                unwritten.removeFirst(count)
            } else if errno == EAGAIN {
                return awaitRoom()
            } else if errno != EINTR {
                // The reading end tells that it is gone.
                return unwritten = []
            }
        }
        writing?.cancel()
        writing = nil
    }

    private func awaitRoom() {
        guard writing == nil else { return }
        // A terminal that cannot be watched is a terminal that is gone.
        writing = try? DescriptorWatcher(output.raw, for: .writable) { [unowned self] _ in
            self.writeOut()
            if self.unwritten.isEmpty { self.onReady?() }
        }
    }

    private func read(_ readiness: Readiness) {
        let isGone = withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer -> Bool in
            let count = Glibc.read(input.raw, buffer.baseAddress, buffer.count)
            if count > 0 { onBytes?(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
            return count == 0 || count < 0 && errno != EAGAIN && errno != EINTR
        }
        guard isGone else { return }
        reading?.cancel()
        reading = nil
        onBytes?(nil)
    }
}
