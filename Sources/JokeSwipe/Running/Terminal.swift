// SPDX-License-Identifier: MIT
import CLinux
import Glibc
import JokeLinux

/// The terminal in full-screen mode: single keys, mouse reports, an alternate screen.
///
/// ``leave()`` restores the original mode. If the program crashes, a signal handler does.
@LoopActor
final class Terminal {
    private let input: FileDescriptor
    private let output: FileDescriptor
    private let usual: termios
    private var reading: DescriptorWatcher?
    private var writing: DescriptorWatcher?
    private var unwritten: [UInt8] = []
    private var isOurs = false

    /// Called with the bytes that were read, or with nil when the terminal is closed.
    var onBytes: (@LoopActor (UnsafeRawBufferPointer?) -> Void)?

    /// Switches to an alternate screen without cursor and line wrapping, then requests mouse reports while a button is
    /// held (1002) in SGR form (1006) and markers around pasted text (2004). Last, asks whether the terminal supports
    /// synchronized output (DECRQM of 2026).
    private static let enter =
        "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h\u{1B}[?2026$p"
    private static let leave =
        "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Returns nil if one of the descriptors is not a terminal.
    init?(input: Int32 = 0, output: Int32 = 1) throws(SystemError) {
        var mode = termios()
        guard isatty(output) == 1, tcgetattr(input, &mode) == 0 else { return nil }
        usual = mode
        // Open the terminal again, so that it can be non-blocking without affecting the shell's descriptors. A terminal
        // that does not read then blocks nothing.
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

    /// Switches the terminal to full-screen mode, for the first time or after ``leave()``.
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

    /// Discards typed keys that were not read.
    func discardInput() { tcflush(input.raw, TCIFLUSH) }

    /// Restores the terminal. Discards input that was not read, because it was meant for the card. Reads nothing until
    /// the next ``enter()``.
    func leave() {
        guard isOurs else { return }
        isOurs = false
        unwritten = []
        reading?.cancel()
        reading = nil
        var mode = usual
        // Pending frames are discarded, but this sequence must arrive. Wait until the terminal has read it, but at most
        // 500 ms for each part.
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

    /// The longest time to wait for a terminal that reads nothing, in milliseconds.
    private static let patience: Int32 = 500

    /// Whether a frame can be written: the terminal is in full-screen mode and has read all output.
    var isReady: Bool { isOurs && unwritten.isEmpty }

    /// Called when ``isReady`` becomes true again.
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
                // The next read will report that the terminal is closed.
                return unwritten = []
            }
        }
        writing?.cancel()
        writing = nil
    }

    private func awaitRoom() {
        guard writing == nil else { return }
        // A terminal that cannot be watched is closed.
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
