// SPDX-License-Identifier: MIT
import Glibc

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

    deinit { TemporaryFolder.remove(path) }

    /// Writes a file, and the folders on the way to it.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String) -> String {
        let file = "\(path)/\(name)"
        for index in file.indices where file[index] == "/" { mkdir(String(file[..<index]), 0o700) }
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        precondition(descriptor >= 0, "cannot write \(file)")
        defer { close(descriptor) }
        let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        precondition(written == bytes.count, "cannot write \(file)")
        return file
    }

    @discardableResult
    func write(_ text: String, to name: String) -> String { write(Array(text.utf8), to: name) }

    func link(_ name: String, to target: String) { symlink(target, "\(path)/\(name)") }

    private static func remove(_ path: String) {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, let stream = opendir(path) {
            var names: [String] = []
            while let entry = readdir(stream) {
                names.append(
                    withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                    })
            }
            closedir(stream)
            for name in names where name != "." && name != ".." { remove("\(path)/\(name)") }
        }
        Glibc.remove(path)
    }
}
