// SPDX-License-Identifier: MIT
import Glibc

/// A folder of one test, which goes with it and with whatever lies in it.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/jokectl-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { preconditionFailure("no temporary folder") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        for name in names { unlink(path(of: name)) }
        rmdir(path)
    }

    func path(of name: String) -> String { "\(path)/\(name)" }

    @discardableResult
    func file(_ name: String, _ text: String) -> String {
        let descriptor = open(path(of: name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        _ = Array(text.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        return path(of: name)
    }

    func text(_ name: String) -> String {
        let descriptor = open(path(of: name), O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        return contents(of: descriptor)
    }

    func mode(_ name: String) -> mode_t {
        var status = stat()
        stat(path(of: name), &status)
        return status.st_mode & 0o777
    }

    var names: [String] {
        guard let entries = opendir(path) else { return [] }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
