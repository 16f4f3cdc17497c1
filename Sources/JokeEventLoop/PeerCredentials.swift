// SPDX-License-Identifier: MIT
import CLinux
import Glibc
import JokeSystem

/// Who connected, as the kernel saw it at that moment (`SO_PEERCRED`, unix(7)).
package struct PeerCredentials: Equatable, Sendable {
    /// 0 where the peer lives in a process namespace that we cannot see into.
    package let pid: Int32
    package let uid: UInt32
    package let gid: UInt32

    init(of socket: borrowing FileDescriptor) throws(SystemError) {
        var pid: pid_t = 0
        var uid: uid_t = 0
        var gid: gid_t = 0
        guard jokesd_peer_credentials(socket.raw, &pid, &uid, &gid) == 0 else { throw .last("getsockopt") }
        (self.pid, self.uid, self.gid) = (pid, uid, gid)
    }
}
