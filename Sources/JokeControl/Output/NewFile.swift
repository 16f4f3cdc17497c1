// SPDX-License-Identifier: MIT
import Glibc

/// A file that is written beside the one of its name, and takes its place when it is complete and on the disk. Unless it
/// is finished, it goes with this.
final class NewFile {
    private let path: String
    private let temporary: String
    private let descriptor: Int32
    private var isFinished = false

    init(_ path: String) throws(Failure) {
        self.path = path
        temporary = "\(path).jokectl-\(getpid())"
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Self.failure(path) }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if !isFinished { unlink(temporary) }
    }

    func append(_ bytes: [UInt8]) throws(Failure) {
        guard Console.write(bytes, to: descriptor) == nil else { throw Self.failure(path) }
    }

    /// fsync(2) before rename(2): else the name may be on the disk before the content is.
    func finish() throws(Failure) {
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw Self.failure(path) }
        isFinished = true
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }

    private static func failure(_ path: String) -> Failure {
        Failure(.disk, "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
}
