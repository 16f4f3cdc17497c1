// SPDX-License-Identifier: MIT
import JokeCore
import JokeLinux
import JokeWire

// Backups and checks of the archive. The archive runs both on another thread, and the engine continues.
extension Engine {
    typealias BackupReply = @LoopActor (Result<Backup?, WireError>) -> Void

    /// Makes a backup for all clients that ask before it begins. So two backups answer any number of requests in flight.
    func backUpOnDemand(_ reply: BackupReply? = nil) {
        if let reply { backupRequests.append(reply) }
        guard !isBackingUp, !backupRequests.isEmpty else { return }
        let answered = backupRequests
        (isBackingUp, backupRequests) = (true, [])
        backUp(.onDemand) { [weak self] result in
            for reply in answered { reply(result) }
            self?.isBackingUp = false
            self?.backUpOnDemand()
        }
    }

    /// Makes a backup of the committed data. If it finds damage, a recovery begins.
    func backUp(_ trigger: BackupTrigger, _ reply: @escaping BackupReply) {
        archive.backUp(trigger, on: now.date) { [loop, weak self] result in
            loop.post {
                reply(result.mapError(WireError.init))
                if case .failure(let failure) = result { self?.damaged(failure) }
            }
        }
    }

    /// Checks the whole archive for damage. If it finds damage, a recovery begins.
    package func check() {
        archive.check { [loop, weak self] result in
            loop.post {
                guard case .failure(let failure) = result, failure.kind != .closed else { return }
                // The recovery logs the damage.
                if failure.kind != .corrupt { self?.warn(failure.message) }
                self?.damaged(failure)
            }
        }
    }
}
