// SPDX-License-Identifier: MIT
import JokeWire

// Turning sources on and off.
extension ViewModel {
    /// At once: what is ready or under way from a source that is turned off does not come any more.
    mutating func enable(
        _ name: String, _ isEnabled: Bool, _ ticket: Ticket, _ turn: inout Turn
    ) throws(Turn.Interruption) -> Outcome.Product {
        guard prefetch[name] != nil else {
            let known = prefetch.sources.map(\.settings.name).joined(separator: ", ")
            throw .refused(.invalid(parameter: "source", expected: "one of \(known)"), ticket)
        }
        let request = prefetch.inFlight.prefetch(from: name)
        if prefetch.enable(name, isEnabled) {
            turn.hasChanged = true
            turn.happenings.append(isEnabled ? .sourceEnabled(name) : .sourceDisabled(name))
            if !isEnabled {
                queue.remove(from: name)
                if let request { try passOn(request, &turn) }
                endOnDemand(from: name, cause: ticket.cause, &turn)
            }
        }
        return .nothing
    }

    /// How a source does, for `sources.list` and `daemon.status`.
    package func sourceReports(at now: Moment) -> [SourceReport] {
        prefetch.sources.map { prefetch.report(on: $0, at: now) }
    }
}
