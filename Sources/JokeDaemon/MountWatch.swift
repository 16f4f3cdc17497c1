// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux

/// Notices that a file system was mounted over a directory, such as a home that is mounted after jokesd has started.
@LoopActor
final class MountWatch {
    private let path: String
    /// The path without symbolic links.
    private let place: String?
    private let onCover: @LoopActor () -> Void
    private var directory: FileDescriptor
    /// The mount table. poll(2) reports an error once after each change (proc_pid_mountinfo(5)).
    private let table: FileDescriptor
    private var watcher: DescriptorWatcher?

    init(_ path: String, onCover: @escaping @LoopActor () -> Void) throws(SystemError) {
        (self.path, self.onCover) = (path, onCover)
        directory = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
        place = Self.place(of: directory.raw)
        table = try FileDescriptor(opening: "/proc/self/mountinfo", O_RDONLY)
        watcher = try DescriptorWatcher(table.raw, for: []) { [unowned self] _ in check() }
    }

    isolated deinit { watcher?.cancel() }

    private func check() {
        var (held, found) = (stat(), stat())
        let isThere = stat(path, &found) == 0
        guard fstat(directory.raw, &held) == 0,
            !isThere || (held.st_dev, held.st_ino) != (found.st_dev, found.st_ino),
            // Otherwise its own file system was unmounted, and what it has must not get out of it.
            Self.place(of: directory.raw) == place
        else { return }
        if isThere, let new = try? FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY) { directory = new }
        onCover()
    }

    /// The path of an open directory (proc_pid_fd(5)), which is another one after a lazy unmount.
    private static func place(of descriptor: Int32) -> String? {
        var text = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/\(descriptor)", &text, text.count)
        return count < 0 ? nil : String(decoding: text[..<count], as: UTF8.self)
    }
}
