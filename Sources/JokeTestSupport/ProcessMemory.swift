// SPDX-License-Identifier: MIT
import Glibc

/// The resources that a process uses, and their limits.
package enum ProcessMemory {
    /// Returns the resident memory of a process in bytes (`VmRSS` of proc(5)).
    package static func resident(_ process: TestProcess) throws -> Int {
        let status = try Files.text("/proc/\(process.pid)/status")
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        guard let kilobytes = line?.split(separator: " ").compactMap({ Int($0) }).first else {
            throw TestSupportError("No VmRSS of \(process.pid)")
        }
        return kilobytes << 10
    }

    /// Raises the limit of open files to the hard limit, for this process and its later children.
    ///
    /// - Returns: The limit.
    @discardableResult
    package static func allowManyFiles() -> Int {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_cur)
    }
}
