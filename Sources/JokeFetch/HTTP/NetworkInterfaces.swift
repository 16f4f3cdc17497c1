// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux

/// The network interfaces, from getifaddrs(3) or, in a sandbox without netlink, from sysfs.
package enum NetworkInterfaces {
    /// Whether an interface other than the loopback is up and has an address. Without netlink the address is not
    /// checked.
    package static var isAnyUp: Bool {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return isAnyUp(in: "/sys/class/net") }
        defer { freeifaddrs(first) }
        var next = first
        while let entry = next?.pointee {
            if isOutward(entry) { return true }
            next = entry.ifa_next
        }
        return false
    }

    private static func isOutward(_ entry: ifaddrs) -> Bool {
        let (up, loopback) = (UInt32(IFF_UP), UInt32(IFF_LOOPBACK))
        guard let address = entry.ifa_addr, entry.ifa_flags & up != 0, entry.ifa_flags & loopback == 0 else {
            return false
        }
        return [AF_INET, AF_INET6].contains(Int32(address.pointee.sa_family))
    }

    /// Whether an interface other than the loopback is up, according to sysfs.
    ///
    /// The directory has one directory for each interface, with its flags in hexadecimal and its operational state. The
    /// state of a tunnel is `unknown`. The kernel's Documentation/ABI/testing/sysfs-class-net describes both files.
    package static func isAnyUp(in directory: String) -> Bool {
        // Without sysfs the state is unknown. Do not report a missing network then.
        guard let names = try? Directory.names(in: directory) else { return true }
        return names.contains { name in
            guard let flags = line("\(directory)/\(name)/flags").flatMap(number),
                flags & UInt32(IFF_UP) != 0, flags & UInt32(IFF_LOOPBACK) == 0
            else { return false }
            return ["up", "unknown"].contains(line("\(directory)/\(name)/operstate"))
        }
    }

    private static func number(_ text: String) -> UInt32? { UInt32(text.dropFirst(2), radix: 16) }

    private static func line(_ path: String) -> String? {
        let file = try? BoundedFile.head(of: path, limit: 64).file
        return file.map { String(decoding: $0.bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
    }
}
