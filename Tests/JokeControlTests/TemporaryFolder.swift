// SPDX-License-Identifier: MIT
import Glibc

/// A folder for one socket; both are gone in the end.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/jokectl-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { preconditionFailure("no temporary folder") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        unlink(path + "/socket")
        rmdir(path)
    }
}
