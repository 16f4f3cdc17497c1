// SPDX-License-Identifier: MIT
import Glibc

/// The rights that some tests need. scripts/unit-tests.sh counts the tests that are skipped without them.
package enum Superuser {
    /// Whether this is the superuser.
    package static let isHere = geteuid() == 0

    /// Whether this process may mount a file system. In a container, even root may be unable to.
    package static let mayMount: Bool = {
        guard isHere, case let directory = TemporaryDirectory(),
            mount("tmpfs", directory.path, "tmpfs", 0, "size=64k") == 0
        else { return false }
        return umount2(directory.path, Int32(MNT_DETACH)) == 0
    }()
}
