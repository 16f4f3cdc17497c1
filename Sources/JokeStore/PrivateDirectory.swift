// SPDX-License-Identifier: MIT
import Glibc

/// A directory that is created with the first file in it, with mode 0700 as the XDG Base Directory Specification asks.
struct PrivateDirectory {
    let path: String

    /// Creates an empty file (mode 0600), and the directory, if they are missing. Returns 0 or an `errno`.
    func makeFile(_ file: String) -> Int32 {
        let error = Self.makeFile(file)
        if error != ENOENT { return error }
        let directoryError = Self.make(path)
        return directoryError == 0 ? Self.makeFile(file) : directoryError
    }

    private static func makeFile(_ path: String) -> Int32 {
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return errno == EEXIST ? 0 : errno }
        close(descriptor)
        return 0
    }

    /// Creates the directory, if it is missing. Returns 0 or an `errno`.
    func make() -> Int32 { Self.make(path) }

    /// Creates a directory and its missing parents.
    private static func make(_ path: String) -> Int32 {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return 0 }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            return errno
        }
        let error = make(String(path[..<slash]))
        if error != 0 { return error }
        return mkdir(path, 0o700) == 0 || errno == EEXIST ? 0 : errno
    }
}
