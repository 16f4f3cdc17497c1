// SPDX-License-Identifier: MIT
import Glibc
package import JokeLinux

/// A program in its own terminal, in which the test types and reads. Releasing this object hangs up the terminal.
package final class TerminalProgram {
    package let process: TestProcess
    private let user: Descriptor
    /// The output so far.
    package private(set) var said = ""
    private var bytes: [UInt8] = []
    /// The number of bytes that `read` has returned.
    private var place = 0

    package init(
        _ program: String, _ arguments: [String] = [], environment: [String: String], columns: UInt16 = 80,
        rows: UInt16 = 24
    ) throws {
        user = Descriptor(owning: open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC))
        // Use ioctl_tty(2), because posix_openpt(3) and the related functions are not in Swift's Glibc module.
        var (number, unlocked): (UInt32, Int32) = (0, 0)
        guard user.number >= 0, ioctl(user.number, Self.setLock, &unlocked) == 0,
            ioctl(user.number, Self.getNumber, &number) == 0
        else { throw TestSupportError.system("a terminal") }
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(user.number, UInt(TIOCSWINSZ), &size)
        process = try TestProcess(
            program, arguments, environment: environment, terminal: "/dev/pts/\(number)")
    }

    /// TIOCSPTLCK and TIOCGPTN. Swift does not import these macros.
    private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

    package func type(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard write(user.number, bytes, bytes.count) == bytes.count else {
            throw TestSupportError.system("write")
        }
    }

    /// Reads until the output contains `text`.
    ///
    /// - Returns: The output since the last call, up to and including `text`.
    @discardableResult
    package func read(to text: String, until deadline: TestDeadline = TestDeadline()) throws -> String {
        let wanted = Array(text.utf8)
        while true {
            if let end = Self.end(of: wanted, in: bytes, from: place) {
                defer { place = end }
                return String(decoding: bytes[place..<end], as: UTF8.self)
            }
            guard try take("'\(text)'", until: deadline) else {
                throw TestSupportError("it ended without '\(text)', and said: \(said)")
            }
        }
    }

    /// Reads the rest of the output and waits until the program ends.
    @discardableResult
    package func finish(until deadline: TestDeadline = TestDeadline()) throws -> WaitStatus {
        while try take("its end", until: deadline) {}
        return try process.wait(until: deadline)
    }

    /// Reads available output. Returns false after the last process has closed the terminal.
    private func take(_ what: String, until deadline: TestDeadline) throws -> Bool {
        do {
            _ = try user.wait(for: POLLIN, what, until: deadline)
        } catch {
            throw TestSupportError("\(error); it said: \(said)")
        }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(user.number, &chunk, chunk.count)
        guard count > 0 else { return false }
        bytes += chunk[..<count]
        said = String(decoding: bytes, as: UTF8.self)
        return true
    }

    private static func end(of wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count - start >= wanted.count else { return nil }
        for place in start...(bytes.count - wanted.count)
        where bytes[place..<(place + wanted.count)].elementsEqual(wanted) {
            return place + wanted.count
        }
        return nil
    }
}
