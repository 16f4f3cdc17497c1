// SPDX-License-Identifier: MIT
import JokeWire

// Enabling and disabling sources.
extension ViewModel {
    /// Enables or disables a source at once. The jokes and requests of a disabled source are removed.
    mutating func enable(
        _ name: String, _ isEnabled: Bool, _ token: ReplyToken, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value {
        guard prefetch[name] != nil else {
            let known = prefetch.sources.map(\.settings.name).joined(separator: ", ")
            throw .refused(.invalid(parameter: "source", expected: "one of \(known)"), token)
        }
        let request = prefetch.inFlight.prefetch(from: name)
        if prefetch.enable(name, isEnabled) {
            context.hasChanged = true
            spares = JokeQueue()
            context.events.append(isEnabled ? .sourceEnabled(name) : .sourceDisabled(name))
            if !isEnabled {
                queue.remove(from: name)
                if let request { try passOn(request, &context) }
                endOnDemand(from: name, cause: token.cause, &context)
            }
        }
        return .nothing
    }

    /// Returns reports on all sources, for `sources.list` and `daemon.status`.
    package func sourceReports(at now: Timestamp) -> [SourceReport] {
        prefetch.sources.map { prefetch.report(on: $0, at: now) }
    }
}
