// SPDX-License-Identifier: MIT
import Glibc
import JokeTestSupport

/// A folder of a test's own, gone with it.
final class TemporaryFolder {
    let path: String

    init() {
        var template = Array("/tmp/jokepacks-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress, let made = mkdtemp(base) else {
                preconditionFailure("no temporary folder: \(String(cString: strerror(errno)))")
            }
            return String(cString: made)
        }
    }

    deinit { Files.remove(path) }

    /// Writes a file, and the folders on the way to it.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String) -> String {
        let file = "\(path)/\(name)"
        do { try Files.write(bytes, to: file) } catch { preconditionFailure("cannot write \(file)") }
        return file
    }

    @discardableResult
    func write(_ text: String, to name: String) -> String { write(Array(text.utf8), to: name) }

    func link(_ name: String, to target: String) { symlink(target, "\(path)/\(name)") }
}
