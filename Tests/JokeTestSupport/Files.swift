// SPDX-License-Identifier: MIT
package import Glibc
import JokeLinux

/// A temporary directory that is removed with its contents when this object is released.
///
/// Without it no test can continue, so a failure to create it ends the process. A suite can therefore have one as a
/// property.
package final class TemporaryDirectory: Sendable {
    /// The path. It is short, because the path of a socket has at most 107 bytes.
    package let path: String

    package init() {
        var template = Array("/tmp/jokesd-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { preconditionFailure("\(TestSupportError.system("mkdtemp"))") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { Files.remove(path) }

    /// Writes a file and creates its parent directories.
    ///
    /// - Returns: The path of the file.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) -> String {
        let file = "\(path)/\(name)"
        do { try Files.write(bytes, to: file) } catch { preconditionFailure("\(error)") }
        return file
    }

    @discardableResult
    package func write(_ text: String, to name: String) -> String { write(Array(text.utf8), to: name) }

    package func link(_ name: String, to target: String) { symlink(target, "\(path)/\(name)") }
}

/// File operations for tests.
package enum Files {
    package static func read(_ path: String) throws -> [UInt8] {
        let file = Descriptor(owning: open(path, O_RDONLY | O_CLOEXEC))
        guard file.number >= 0 else { throw TestSupportError.system(path) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(file.number, &chunk, chunk.count)
            guard count >= 0 else { throw TestSupportError.system(path) }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
    }

    package static func text(_ path: String) throws -> String {
        String(decoding: try read(path), as: UTF8.self)
    }

    /// Writes a file and creates its parent directories.
    package static func write(_ text: String, to path: String) throws {
        try write(Array(text.utf8), to: path)
    }

    package static func write(_ bytes: [UInt8], to path: String) throws {
        if let slash = path.lastIndex(of: "/") { try makeDirectory(String(path[..<slash])) }
        let file = try create(path)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, $0.count) }
            guard count >= 0 else { throw TestSupportError.system(path) }
            rest = rest.dropFirst(count)
        }
    }

    /// Creates a file, or opens an existing one to truncate it or append to it.
    package static func create(_ path: String, appending: Bool = false) throws -> Descriptor {
        let file = Descriptor(
            owning: open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (appending ? O_APPEND : O_TRUNC), 0o600))
        guard file.number >= 0 else { throw TestSupportError.system(path) }
        return file
    }

    /// Creates a directory and its parents.
    package static func makeDirectory(_ path: String) throws {
        guard !path.isEmpty, !exists(path) else { return }
        if let slash = path.lastIndex(of: "/") { try makeDirectory(String(path[..<slash])) }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw TestSupportError.system("mkdir \(path)")
        }
    }

    /// Removes a file, or a directory with its contents. Links are not followed. Files that cannot be removed stay.
    package static func remove(_ path: String) {
        for name in names(in: path) { remove("\(path)/\(name)") }
        Glibc.remove(path)
    }

    /// Returns the names in a directory. The list is empty if it is no directory.
    package static func names(in directory: String) -> [String] {
        var status = stat()
        guard lstat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return [] }
        return (try? Directory.names(in: directory)) ?? []
    }

    package static func makeExecutable(_ path: String) throws {
        guard chmod(path, 0o700) == 0 else { throw TestSupportError.system(path) }
    }

    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns the permission bits of a file.
    package static func mode(_ path: String) throws -> mode_t {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw TestSupportError.system(path) }
        return status.st_mode & 0o7777
    }

    /// Returns the inode number, by which a test sees whether a file was replaced.
    package static func identity(_ path: String) throws -> UInt64 {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw TestSupportError.system(path) }
        return UInt64(status.st_ino)
    }
}
