// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// The credentials of the peer at the time it connected (`SO_PEERCRED`, unix(7)).
package struct PeerCredentials: Equatable, Sendable {
    /// The process id, or 0 if the peer is in a process namespace that this process cannot see.
    package let pid: Int32
    package let uid: UInt32
    package let gid: UInt32

    package init(of socket: borrowing FileDescriptor) throws(SystemError) {
        var pid: pid_t = 0
        var uid: uid_t = 0
        var gid: gid_t = 0
        guard jokesd_peer_credentials(socket.raw, &pid, &uid, &gid) == 0 else { throw .last("getsockopt") }
        (self.pid, self.uid, self.gid) = (pid, uid, gid)
    }
}
