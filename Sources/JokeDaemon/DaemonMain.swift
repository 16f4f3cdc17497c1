// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeCore
import JokeLinux
import JokeWire
import Synchronization

/// The main program of jokesd. The caller supplies the store and the sources.
package enum DaemonMain {
    /// The signals that the daemon handles.
    static let signals = [SIGTERM, SIGINT, SIGHUP]

    /// Runs the program until the daemon stops, and returns the exit status (sysexits.h).
    ///
    /// - Parameters:
    ///   - checkPack: Returns the sentence that a pack is valid, or throws an error with all of its invalid lines.
    ///   - makeDependencies: Opens the store and creates the sources. It is called when this process has the socket, so no
    ///     other daemon can be using the store.
    package static func run(
        _ arguments: [String], _ environment: Environment,
        checkPack: (String) throws(StartupError) -> String,
        makeDependencies:
            @LoopActor (Configuration, Environment, Log) throws(StartupError) -> DaemonDependencies
    ) -> Int32 {
        // A terminal gets no line for each joke.
        let log = Log(environment: environment, mostVerbose: isatty(STDERR_FILENO) == 0 ? .info : .warning)
        do throws(StartupError) {
            let options = try parsed(arguments)
            switch options.action {
            case .help: print(Options.helpText, terminator: "")
            case .version: print(Options.versionText, terminator: "")
            case .checkConfiguration: print(try configuration(options, environment).checkResult)
            case .printConfiguration: print(try configuration(options, environment).listing, terminator: "")
            case .checkPack(let file): print(try checkPack(file))
            case .serve: try serve(log, options, environment, makeDependencies)
            }
            return EXIT_SUCCESS
        } catch {
            for line in error.message.split(separator: "\n") { log.error(String(line)) }
            return error.exitStatus
        }
    }

    private static func parsed(_ arguments: [String]) throws(StartupError) -> Options {
        do throws(UsageError) {
            return try Options(arguments)
        } catch {
            throw StartupError(64, error.message)
        }
    }

    private static func configuration(
        _ options: Options, _ environment: Environment
    ) throws(StartupError) -> LoadedConfiguration {
        do throws(ConfigurationError) {
            return try Configuration.load(file: options.configuration, environment: environment)
        } catch {
            throw StartupError(78, error.text)
        }
    }

    /// Returns the configuration, or if it has an error, the last one without and the error for clients.
    private static func usable(
        _ options: Options, _ environment: Environment, _ kept: KeptConfiguration, _ log: Log
    ) -> (LoadedConfiguration, CardState.ErrorInfo?) {
        do throws(ConfigurationError) {
            return (try Configuration.load(file: options.configuration, environment: environment), nil)
        } catch {
            let loaded = kept.load(environment)
            let used = loaded.files.isEmpty ? "The defaults are in use." : "The last good one is in use."
            for problem in error.problems { log.error(problem.text, .init(id: .configurationRefused)) }
            log.error("\(used) Correct the files, then run `jokectl reload`.")
            return (loaded, CardState.ErrorInfo(error, used: used))
        }
    }

    /// Runs the daemon. It takes the socket first, so that waiting clients get an error if the start fails.
    private static func serve(
        _ log: Log, _ options: Options, _ environment: Environment,
        _ makeDependencies:
            @LoopActor (Configuration, Environment, Log) throws(StartupError) -> DaemonDependencies
    ) throws(StartupError) {
        if let name = ProcessEnvironment.notUTF8(among: Environment.directoryVariables) {
            throw StartupError(
                78,
                "The path in \(name) is not UTF-8, and jokesd needs paths in UTF-8. Set \(name) to another path."
            )
        }
        // Clients and systemd may send a signal to this process before the daemon handles it. A blocked signal waits,
        // and does not end the process.
        do throws(SystemError) {
            try SignalWatch.block(signals)
        } catch {
            throw StartupError(71, error.message)
        }
        // Only the user may read the files that this process creates.
        umask(0o077)
        var archive: (any Archive)?
        var daemon: Daemon?
        do {
            try LoopActor.shared.loop.run {
                let socket = try ListeningSocket(options, environment)
                do throws(StartupError) {
                    let kept = KeptConfiguration(in: environment.dataDirectory + "/jokesd")
                    let (loaded, error) = usable(options, environment, kept, log)
                    let dependencies = try makeDependencies(loaded.values, environment, log)
                    archive = dependencies.archive
                    daemon = Daemon(
                        loaded, dependencies, socket: socket, systemd: SystemdNotifier(environment), log: log,
                        kept: kept, configurationError: error
                    ) { () throws(ConfigurationError) in
                        try Configuration.load(file: options.configuration, environment: environment)
                    }
                } catch {
                    socket.reject(error)
                    socket.close()
                    throw error
                }
                try daemon?.start()
                if options.isDetached { detach() }
            }
        } catch let failure as StartupError {
            archive?.close()
            throw failure
        } catch {
            archive?.close()
            throw StartupError(71, "\(error)")
        }
        if daemon?.hasStoreTimedOut.load(ordering: .relaxed) ?? false {
            throw StartupError(74, "The store did not close in time; exiting without it.")
        }
        archive?.close()
    }

    /// Leaves the directory, so that its file system can be unmounted, and the standard error, whose end tells jokectl
    /// that the daemon has started.
    private static func detach() {
        _ = chdir("/")
        let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
        dup2(nothing, STDERR_FILENO)
        close(nothing)
    }
}

extension LoadedConfiguration {
    /// The output of `--check-config` for a valid configuration.
    fileprivate var checkResult: String {
        files.isEmpty
            ? "The configuration is valid: there is no file, so every value is the default."
            : "The configuration is valid: \(files.joined(separator: ", "))"
    }
}
