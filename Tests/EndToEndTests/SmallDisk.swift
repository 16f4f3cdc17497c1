// SPDX-License-Identifier: MIT
import Glibc
import JokeTestSupport
import Testing

/// A disk of a few megabytes for a daemon's data, in its own mount namespace. It can be filled, emptied and made
/// read-only, and outlives the daemon.
final class SmallDisk {
    private let daemon: TestDaemon
    private let holder: TestProcess
    private let directory: String

    /// Whether this user may create mount namespaces: root, or any user with user namespaces.
    static let isPossible: Bool = {
        let environment = ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"]
        let probe = try? ProgramRun(
            "unshare", unsharing + ["mount", "-t", "tmpfs", "none", "/mnt"], environment: environment)
        return probe?.succeeded == true
    }()

    private static let isRoot = geteuid() == 0
    private static let unsharing = isRoot ? ["--mount"] : ["--mount", "--map-root-user"]

    init(for daemon: TestDaemon) throws {
        self.daemon = daemon
        directory = "\(daemon.directory.path)/data"
        let mounted = try NotifySocket(path: "\(daemon.directory.path)/mounted")
        var environment = daemon.environment
        environment["NOTIFY_SOCKET"] = mounted.path
        let script =
            #"mount -t tmpfs -o size=4m,mode=700 none "$0" && systemd-notify --no-block --ready && exec tail -f /dev/null"#
        let nothing = Descriptor(owning: open("/dev/null", O_RDWR | O_CLOEXEC))
        holder = try TestProcess(
            "unshare", Self.unsharing + ["sh", "-c", script, directory], environment: environment,
            streams: (nothing.number, nothing.number, nothing.number))
        guard try mounted.awaitMessage("READY=1", from: holder) else {
            throw TestSupportError("No small disk: \(try holder.wait())")
        }
        daemon.wrapper = ["nsenter"] + entering
    }

    private var entering: [String] {
        ["--target", "\(holder.pid)", "--mount"] + (Self.isRoot ? [] : ["--user", "--preserve-credentials"])
    }

    /// The path of the filler outside of the namespace.
    private var filler: String { "/proc/\(holder.pid)/root\(directory)/filler" }

    /// Fills the disk, except for `free` bytes.
    func fill(leaving free: Int = 0) throws {
        let file = try Files.create(filler)
        let chunk = [UInt8](repeating: 0, count: 4_096)
        while write(file.number, chunk, chunk.count) > 0 {}
        guard errno == ENOSPC, ftruncate(file.number, lseek(file.number, 0, SEEK_CUR) - free) == 0 else {
            throw TestSupportError.system("fill the disk")
        }
    }

    func makeRoom() { Files.remove(filler) }

    /// Mounts the directory over the disk.
    func cover(with other: String) throws {
        let run = try ProgramRun(
            "nsenter", entering + ["mount", "--bind", other, directory], environment: daemon.environment)
        guard run.succeeded else { throw TestSupportError("mount: \(run.errors)") }
    }

    /// Makes the disk read-only (`ro`) or writable (`rw`).
    ///
    /// Without `bind`, mount(8) would repeat the other options. One of them, the owner, is invalid in a user namespace.
    func remount(_ access: String) throws {
        let run = try ProgramRun(
            "nsenter", entering + ["mount", "-o", "remount,bind,\(access)", directory],
            environment: daemon.environment)
        guard run.succeeded else { throw TestSupportError("remount: \(run.errors)") }
    }
}
