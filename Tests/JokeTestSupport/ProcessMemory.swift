// SPDX-License-Identifier: MIT

/// The memory that a process uses.
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
}
