// SPDX-License-Identifier: MIT
import Glibc

/// What a process takes of the machine, and what it may take.
package enum ProcessMemory {
    /// What it has in memory, in bytes (`VmRSS` of proc(5)).
    package static func resident(_ process: TestProcess) throws -> Int {
        let status = try Files.text("/proc/\(process.pid)/status")
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        guard let kilobytes = line?.split(separator: " ").compactMap({ Int($0) }).first else {
            throw TestSupportError("No VmRSS of \(process.pid)")
        }
        return kilobytes << 10
    }

    /// Raises the limit of open files as far as it may be, for this process and all that it starts; gives what it is.
    @discardableResult
    package static func allowManyFiles() -> Int {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_cur)
    }
}
