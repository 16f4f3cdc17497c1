// SPDX-License-Identifier: MIT
import Glibc

/// Reports that entries of a directory appear or disappear (inotify(7)).
package struct DirectoryWatch: ~Copyable, Sendable {
    /// A non-blocking descriptor that is readable after a change, until ``drain()``.
    package let descriptor: FileDescriptor

    package init(_ directory: String) throws(SystemError) {
        let changes = IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM
        let watch = try FileDescriptor(
            inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)), "inotify_init1")
        guard inotify_add_watch(watch.raw, directory, UInt32(changes)) >= 0 else {
            throw .last("inotify_add_watch", path: directory)
        }
        descriptor = watch
    }

    /// Forgets the changes that were reported.
    package func drain() {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while read(descriptor.raw, &buffer, buffer.count) > 0 {}
    }
}
