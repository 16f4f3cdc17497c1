// SPDX-License-Identifier: MIT
import JokeCore
import JokeEventLoop
import JokeWire

// Copies of the archive, and a look whether it is whole. Both are done beside everything else.
extension Engine {
    /// Copies what is committed; what comes of it is damage noticed, too.
    func backUp(
        _ trigger: BackupTrigger, _ reply: @escaping @LoopActor (Result<Backup?, WireError>) -> Void
    ) {
        archive.backUp(trigger, on: now.date) { [loop, weak self] result in
            loop.post {
                reply(result.mapError(WireError.init))
                if case .failure(let failure) = result { self?.damaged(failure) }
            }
        }
    }

    /// Looks through all that is kept.
    package func check() {
        archive.check { [loop, weak self] result in
            loop.post {
                guard case .failure(let failure) = result, failure.kind != .closed else { return }
                // Damage is told by who mends it.
                if failure.kind != .corrupt { self?.warn(failure.message) }
                self?.damaged(failure)
            }
        }
    }
}
