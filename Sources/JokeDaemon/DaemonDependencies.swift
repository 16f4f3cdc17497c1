// SPDX-License-Identifier: MIT
package import JokeCore
import JokeLinux
package import JokeWire

/// The implementations that the daemon uses: the store, the sources and the fetcher. The composition root of the
/// program chooses them.
package struct DaemonDependencies: Sendable {
    package var archive: any Archive
    /// The content of the store at the start.
    package var persistedState: PersistedState
    /// Returns the sources of a configuration, by name. It is called again after each reload.
    package var sources: @LoopActor @Sendable (Configuration) -> [String: any JokeSource]
    /// The fetcher that the external sources use, or nil if there are none.
    package var fetcher: Fetcher?
    /// The directory of the store, which `daemon.status` reports.
    package var dataDirectory: String
    /// Whether the last stop was unclean, so that the daemon checks the archive after the start.
    package var isCheckDue: Bool

    package init(
        archive: any Archive, persistedState: PersistedState,
        sources: @escaping @LoopActor @Sendable (Configuration) -> [String: any JokeSource],
        fetcher: Fetcher? = nil, dataDirectory: String, isCheckDue: Bool = false
    ) {
        self.archive = archive
        self.persistedState = persistedState
        self.sources = sources
        self.fetcher = fetcher
        self.dataDirectory = dataDirectory
        self.isCheckDue = isCheckDue
    }
}

extension DaemonDependencies {
    /// Returns the source for the translation engines of a configuration, or nil without a fetcher.
    func translator(_ configuration: Configuration) -> (any JokeSource)? {
        fetcher.map { FetchedTranslator(configuration.translation.engines, using: $0) }
    }
}

/// The error for which the daemon does not start.
package struct StartupError: Error, Sendable, Hashable {
    /// The exit status (sysexits.h): 64 for a usage error, 65 for a pack, 71 for a system call, 73 for a file in place of
    /// the socket, 74 for the store, 75 if jokesd is running already, 77 for a directory that others can write to, 78 for
    /// a path that is not UTF-8. `--check-config` and `--print-config` end with 78 for an invalid configuration.
    package var exitStatus: Int32
    /// The message for the user: what failed, and what to do.
    package var message: String

    package init(_ exitStatus: Int32, _ message: String) {
        self.exitStatus = exitStatus
        self.message = message
    }
}

extension Settings {
    /// Creates the settings of the core from a configuration.
    ///
    /// - Parameter error: Why the configuration of the files is not used, or nil if this is it.
    package init(_ configuration: Configuration, error: CardState.ErrorInfo? = nil) {
        let fortune = configuration.sources.fortune
        var sources: [Settings.Source] = [
            .init(
                name: "builtin", isEnabled: configuration.sources.usesBuiltin, isLocal: true, hasPages: true),
            .init(
                name: "fortune", isEnabled: fortune.isEnabled, weight: fortune.weight, isLocal: true,
                hasPages: true, paths: fortune.paths),
        ]
        for source in configuration.sources.external {
            sources.append(
                .init(
                    name: source.name, type: source.isCommand ? "command" : nil, isEnabled: source.isEnabled,
                    weight: source.weight, isLocal: source.isCommand,
                    requestsPerDay: source.isCommand ? nil : configuration.network.requestsPerDay,
                    hasPages: Configuration.Service(rawValue: source.name)?.hasPages ?? false,
                    categories: source.categories))
        }
        for pack in configuration.sources.packs {
            sources.append(
                .init(
                    name: pack.name, type: "pack", isEnabled: pack.isEnabled, weight: pack.weight,
                    isLocal: true, hasPages: true, paths: [pack.path]))
        }
        let own = configuration.sources.own
        sources.append(
            .init(
                name: own.name, type: Source.ownType, isEnabled: own.isEnabled, weight: own.weight,
                isLocal: true, hasPages: true))
        self.init(
            capacity: configuration.queue.capacity, lowWater: configuration.queue.lowWater,
            sources: sources, filter: configuration.filter, languages: configuration.languages,
            hero: configuration.hero, spread: configuration.network.spread, isTasteOn: configuration.taste,
            categoryWeights: configuration.categoryWeights,
            translation: Translation(
                targets: configuration.translation.targets, engines: configuration.translation.names,
                machines: configuration.translation.engines.map { engine in
                    .init(
                        name: engine.name, isLocal: engine.isLocal,
                        requestsPerDay: engine.isLocal ? nil : configuration.network.requestsPerDay)
                }),
            isPunchlineHeld: configuration.isPunchlineHeld,
            savedWeight: configuration.sources.savedWeight, error: error)
    }
}
