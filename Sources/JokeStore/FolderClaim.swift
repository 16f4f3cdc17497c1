// SPDX-License-Identifier: MIT
import Glibc
package import JokeCore

/// The data folder, for one process alone: what the core keeps in memory is true only while nobody else writes.
///
/// An flock(2) of the folder itself, which needs no file and works where nothing can be written. The kernel lets go of
/// it with the process, however that ends.
package final class FolderClaim {
    private let descriptor: Int32

    /// Makes the folder, if it is missing, and changes nothing in it.
    package init(folder: String) throws(ArchiveFailure) {
        _ = Folder(path: folder).make()
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // Without one, opening the database says what is wrong.
        guard descriptor >= 0 else { return }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            // Some file systems have no locks; there SQLite's own have to do.
            guard errno == EWOULDBLOCK else { return }
            throw .inUse(folder)
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        // A program that is being started has a copy of the descriptor until its execve(2): closing ours is not enough.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
