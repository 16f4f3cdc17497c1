// SPDX-License-Identifier: MIT
package import JokeCore
import JokeEventLoop

/// What the daemon runs on, chosen in the program's one composition root: the store and the sources are ports
/// here.
package struct DaemonDependencies: Sendable {
    package var archive: any Archive
    package var kept: PersistedState
    /// By their configured names; also for a configuration that was read again.
    package var sources: @LoopActor @Sendable (Configuration) -> [String: any JokeSource]
    /// Who fetches for those of them that are not here; nil where there are none.
    package var fetcher: Fetcher?
    /// The directory of the store, for people.
    package var dataDirectory: String
    /// Whether the last stop was not clean, so that the archive is to be looked through.
    package var isCheckDue: Bool

    package init(
        archive: any Archive, kept: PersistedState,
        sources: @escaping @LoopActor @Sendable (Configuration) -> [String: any JokeSource],
        fetcher: Fetcher? = nil, dataDirectory: String, isCheckDue: Bool = false
    ) {
        self.archive = archive
        self.kept = kept
        self.sources = sources
        self.fetcher = fetcher
        self.dataDirectory = dataDirectory
        self.isCheckDue = isCheckDue
    }
}

extension DaemonDependencies {
    /// The engines of a configuration, which the fetcher asks.
    func translator(_ configuration: Configuration) -> (any JokeSource)? {
        fetcher.map { FetchedTranslator(configuration.translation.engines, over: $0) }
    }
}

/// Why the daemon does not start.
package struct StartupError: Error, Sendable, Hashable {
    /// What scripts see (sysexits.h): 64 usage, 74 input or output, 75 running already, 77 not permitted,
    /// 78 configuration.
    package var exitStatus: Int32
    /// What people see: what failed, and what to do.
    package var message: String

    package init(_ exitStatus: Int32, _ message: String) {
        self.exitStatus = exitStatus
        self.message = message
    }
}

extension Settings {
    /// What of the configuration concerns the core.
    package init(_ configuration: Configuration) {
        let builtin = configuration.sources.builtin
        let fortune = configuration.sources.fortune
        var sources: [Settings.Source] = [
            .init(name: "builtin", isEnabled: builtin.isEnabled, isLocal: true),
            .init(
                name: "fortune", isEnabled: fortune.isEnabled, weight: fortune.weight, isLocal: true),
        ]
        for remote in configuration.sources.remotes {
            sources.append(
                .init(
                    name: remote.name, type: remote.isCommand ? "command" : nil, isEnabled: remote.isEnabled,
                    weight: remote.weight, isLocal: remote.isCommand,
                    requestsPerDay: remote.isCommand ? nil : configuration.network.requestsPerDay,
                    hasPages: Configuration.Service(rawValue: remote.name)?.hasPages ?? false,
                    categories: remote.categories))
        }
        for pack in configuration.sources.packs {
            sources.append(
                .init(
                    name: pack.name, type: "pack", isEnabled: pack.isEnabled, weight: pack.weight,
                    isLocal: true))
        }
        self.init(
            capacity: configuration.queue.capacity, lowWater: configuration.queue.lowWater,
            sources: sources, filter: configuration.filter, spread: configuration.network.spread,
            isTasteOn: configuration.taste,
            categoryWeights: configuration.categoryWeights,
            translation: Translation(
                targets: configuration.translation.targets, engines: configuration.translation.names,
                machines: configuration.translation.engines.map { engine in
                    .init(
                        name: engine.name, isLocal: engine.isLocal,
                        requestsPerDay: engine.isLocal ? nil : configuration.network.requestsPerDay)
                }))
    }
}
