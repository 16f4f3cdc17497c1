// SPDX-License-Identifier: MIT
import JokeCore
import JokeLinux
import JokeWire

// Methods that concern the whole daemon.
extension ClientSession {
    /// Reloads the configuration. The reply follows after the new configuration is in effect.
    func reload(_ answer: @escaping Handler.Answer) {
        guard let reload = server.onReload else { return answer(.failure(WireError(.unsupported)), nil) }
        let result = reload()
        server.engine.readAfterChanges { [server] in
            let change: ConfigurationChange
            switch result {
            case .success(let new): change = new
            case .failure(let error): return answer(.failure(error), nil)
            }
            let overridden = server.engine.committed.overriddenSources
            server.readPacks { packs in
                let response = ReloadResponse {
                    $0.changed = change.names.thatFit(share: 5)
                    $0.needsRestart = change.needsRestart
                    $0.overridden = overridden.thatFit(share: 5)
                    $0.added = change.added.thatFit(share: 5)
                    ($0.removed, $0.packs) = (change.removed.thatFit(share: 5), packs.thatFit(share: 5))
                }
                answer(.success(response), nil)
            }
        }
    }

    func backUp(_ answer: @escaping Handler.Answer) {
        server.engine.backUpOnDemand { result in
            answer(
                result.flatMap { $0.map { .success(BackupFile($0)) } ?? .failure(WireError(.internal)) }, nil)
        }
    }
}
