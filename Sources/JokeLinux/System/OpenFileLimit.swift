// SPDX-License-Identifier: MIT
import Glibc

/// The number of files that this process may have open (RLIMIT_NOFILE).
package enum OpenFileLimit {
    /// Raises the soft limit to `wanted`, or to the hard limit if that is lower. A limit that is higher stays.
    ///
    /// - Returns: The limit in force.
    package static func raise(to wanted: Int) -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        getrlimit(resource, &limit)
        if limit.rlim_cur < wanted {
            limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
            setrlimit(resource, &limit)
            getrlimit(resource, &limit)
        }
        return Int(clamping: limit.rlim_cur)
    }
}
