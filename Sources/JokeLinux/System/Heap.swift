// SPDX-License-Identifier: MIT
import CLinux

/// The memory of the allocator.
package enum Heap {
    /// Returns memory that is not in use to the system (malloc_trim(3)).
    package static func releaseUnused() { jokesd_release_heap() }
}
