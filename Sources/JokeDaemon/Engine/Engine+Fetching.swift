// SPDX-License-Identifier: MIT
import JokeCore
import JokeLinux
import JokeWire

// The requests of the view model are sent to the sources, and the results become inputs.
extension Engine {
    func send(_ request: SourceRequest) {
        guard let source = receiver(of: request) else {
            return submit(.fetchFailed(request, .noReceiver(of: request)))
        }
        source.perform(request) { [loop, weak self] result in
            loop.post {
                switch result {
                case .success(let result): self?.submit(.fetched(request, result))
                case .failure(let error): self?.submit(.fetchFailed(request, error))
                }
            }
        }
    }

    private func receiver(of request: SourceRequest) -> (any JokeSource)? {
        if case .translation = request.kind { translator } else { sources[request.source] }
    }
}

extension SourceError {
    fileprivate static func noReceiver(of request: SourceRequest) -> SourceError {
        if case .translation = request.kind {
            return SourceError(
                .unsupported, "There is no translation engine '\(request.source)'.", requests: 0)
        }
        return SourceError(.unavailable, "There is no source '\(request.source)'.", requests: 0)
    }
}
