// SPDX-License-Identifier: MIT
import JokeWire

// Enabling and disabling sources.
extension ViewModel {
    /// Enables or disables a source at once, or as the configuration says if the choice is nil. The jokes and requests
    /// of a disabled source are removed.
    mutating func enable(
        _ name: String, _ choice: Bool?, _ token: ReplyToken, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value {
        let request = prefetch.inFlight.prefetch(from: name)
        guard let former = prefetch[name], let source = prefetch.enable(name, choice) else {
            let known = prefetch.sources.map(\.settings.name).joined(separator: ", ")
            throw .refused(.invalid(parameter: "source", expected: "one of \(known)"), token)
        }
        if choice == nil, former.userOverride != nil { context.hasChanged = true }
        if source.isEnabled != former.isEnabled {
            context.hasChanged = true
            spares = JokeQueue()
            context.events.append(source.isEnabled ? .sourceEnabled(name) : .sourceDisabled(name))
            if !source.isEnabled {
                queue.remove(from: name)
                if let request { try passOn(request, &context) }
                endOnDemand(from: name, cause: token.cause, &context)
            }
        }
        return .nothing
    }

    /// Returns reports on all sources, for `sources.list` and `daemon.status`.
    package func sourceReports(at now: Timestamp) -> [SourceReport] {
        prefetch.sources.map { source in
            var report = prefetch.report(on: source, at: now)
            // Its last jokes may still be in the queue. While nothing can be stored, the index of files does not know
            // which jokes were shown.
            if report.state == .exhausted,
                archiveTrouble != nil && source.settings.isFile
                    || queue.records.contains(where: { $0.joke.source == source.settings.name })
            {
                report.state = .resting
            }
            return report
        }
    }

    /// The names of the sources whose choice by the user differs from the configuration.
    package var overriddenSources: [String] {
        prefetch.sources.filter(\.isOverridden).map(\.settings.name)
    }
}
