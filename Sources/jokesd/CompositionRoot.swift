// SPDX-License-Identifier: MIT
import JokeCore
import JokeDaemon
import JokeLinux
import JokeStore
import JokeWire

/// The composition root: chooses the store and the sources of the daemon.
enum CompositionRoot {
    /// The path of this program, or nil if it is unknown.
    private static let executable = RunningProgram.path()

    static func run() -> Int32 {
        DaemonMain.run(
            Array(CommandLine.arguments.dropFirst()), .ofProcess(), checkPack: checkPack,
            makeDependencies: makeDependencies)
    }

    private static func checkPack(_ file: String) throws(StartupError) -> String {
        let pack: Pack
        do throws(SourceError) {
            pack = Pack(parsing: try BoundedFile(corpusFile: file).bytes, mostProblems: .max)
        } catch {
            throw StartupError(65, error.message)
        }
        guard pack.problems.isEmpty else {
            throw StartupError(
                65, pack.problems.map { "\(file):\($0.line): \($0.reason.message)" }.joined(separator: "\n"))
        }
        return "The pack is valid: \(pack.entries.count == 1 ? "1 joke" : "\(pack.entries.count) jokes")."
    }

    /// Opens the store, and creates the fetcher.
    @LoopActor
    private static func makeDependencies(
        _ configuration: Configuration, _ environment: Environment, _ log: Log
    ) throws(StartupError) -> DaemonDependencies {
        let directory = environment.dataDirectory + "/jokesd"
        do throws(ArchiveError) {
            let store = try Store(
                directory: directory, cacheDirectory: environment.cacheDirectory + "/jokesd",
                locale: Store.localeName { environment[$0] })
            let fetcher = Fetcher(fetchLaunchOptions(configuration, environment), log: log)
            let state = try store.load()
            if let restoration = state.recovery, !restoration.isKnown { log.error(restoration.message) }
            return DaemonDependencies(
                archive: store, persistedState: state,
                sources: { sources($0, environment, log, store, fetcher) }, fetcher: fetcher,
                dataDirectory: directory, isCheckDue: store.isCheckDue)
        } catch {
            throw StartupError(error.kind == .inUse ? 75 : 74, error.message)
        }
    }

    /// Creates the sources of a configuration. Also gives the store its fallback jokes and the fetcher its options,
    /// which depend on the configuration too.
    @LoopActor
    private static func sources(
        _ configuration: Configuration, _ environment: Environment, _ log: Log, _ store: Store,
        _ fetcher: Fetcher
    ) -> [String: any JokeSource] {
        fetcher.change(to: fetchLaunchOptions(configuration, environment))
        var sources: [String: any JokeSource] = [:]
        let local =
            [builtinPack(configuration, environment, log)] + corpora(configuration, environment, log)
            + [store.ownJokes(source: configuration.sources.own.name)]
        store.useFallback(local, filter: configuration.filter)
        for corpus in local {
            sources[corpus.source] = store.source(for: corpus)
        }
        for source in configuration.sources.external {
            sources[source.name] = FetchedSource(source, using: fetcher)
        }
        return sources
    }

    /// Returns how to start jokesd-fetch. This costs nothing before the first request, which a disabled source may
    /// still get after `sources.enable`.
    private static func fetchLaunchOptions(
        _ configuration: Configuration, _ environment: Environment
    ) -> FetchLaunchOptions {
        FetchLaunchOptions(
            location: FetchExecutable(
                executable: executable, override: environment[FetchExecutable.variable]),
            contact: configuration.network.contact, environment: environment,
            runsCommands: configuration.sources.external.contains(where: \.isCommand))
    }

    /// Returns the pack with the built-in jokes. If its file is missing, requests to it fail with the path at which it
    /// is expected, and the other sources work without it.
    private static func builtinPack(
        _ configuration: Configuration, _ environment: Environment, _ log: Log
    ) -> any Corpus {
        let path: String
        do throws(PackLocation.NotFoundError) {
            path = try PackLocation.builtin(
                executablePath: executable ?? "",
                dataDirs: environment.dataDirectories, override: environment[PackLocation.variable])
        } catch {
            if configuration.sources.usesBuiltin { log.warning(error.message) }
            path = error.places.first ?? "builtin.jsonl"
        }
        return pack("builtin", at: path, url: PackFile.builtinURL, configuration, log)
    }

    /// Returns the user's packs and the fortune files. Disabled ones are included, because the user may enable them
    /// while the daemon runs.
    private static func corpora(
        _ configuration: Configuration, _ environment: Environment, _ log: Log
    ) -> [any Corpus] {
        var corpora: [any Corpus] = configuration.sources.packs.map {
            pack($0.name, at: $0.path, url: nil, configuration, log)
        }
        let fortune = configuration.sources.fortune
        // Directories of fortune files may be named by a locale (`pt_BR`), but the configuration contains languages.
        let locales = Languages.preferred(environment).locales
        let languages = configuration.languages.flatMap { code in
            locales.filter { $0.hasPrefix(code) } + [code]
        }
        corpora.append(
            FortuneDirectory(paths: fortune.paths, languages: languages, offensive: fortune.offensive))
        return corpora
    }

    private static func pack(
        _ name: String, at path: String, url: String?, _ configuration: Configuration, _ log: Log
    ) -> any Corpus {
        let audience = Pack.Audience(
            languages: configuration.languages, translateTo: configuration.translation.targets,
            regions: Pack.Region.of(configuration.locales), hero: configuration.hero)
        return PackFile(source: name, path: path, for: audience, url: url) { log.warning($0) }
    }
}
