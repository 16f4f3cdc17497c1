// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeWire

/// The main program of jokesd-fetch.
package enum FetchMain {
    /// Runs the program and ends the process with its exit status.
    ///
    /// - Parameter arguments: The command line without the program's name.
    package static func run(_ arguments: [String]) -> Int32 {
        let status = status(arguments)
        // Do not call exit(3): it would wait for libcurl's threads, and one of them may still resolve a name.
        _exit(status.rawValue)
    }

    private static func status(_ arguments: [String]) -> FetchExitCode {
        let (output, errors) = (Output(descriptor: 1), Output(descriptor: 2))
        do throws(UsageError) {
            let options = try FetchOptions(arguments)
            switch options.action {
            case .help: return output.write(FetchOptions.helpText) ? .done : .disk
            case .version: return output.write(FetchOptions.versionText) ? .done : .disk
            case .serve: return serve(options, errors)
            case .fetch(let request): return fetch(request, options, output, errors)
            }
        } catch {
            _ = errors.write("jokesd-fetch: \(error.message)\n")
            return .usage
        }
    }

    private static func serve(_ options: FetchOptions, _ errors: Output) -> FetchExitCode {
        let signals = TerminationSignals()
        do throws(SourceError) {
            let server = try FetchServer(
                options.http, input: 0, output: 1, stopDescriptors: [signals.descriptor])
            if server.run() == .interrupted { signals.reraise() }
            return .done
        } catch {
            _ = errors.write("jokesd-fetch: \(error.message)\n")
            return .internal
        }
    }

    private static func fetch(
        _ request: SourceRequest, _ options: FetchOptions, _ output: Output, _ errors: Output
    ) -> FetchExitCode {
        let signals = TerminationSignals()
        let outcome: Result<SourceResult, SourceError>
        do throws(SourceError) {
            let runner = try FetchJobRunner(options.http)
            runner.begin(0, request)
            var outcomes: [FetchJobRunner.Outcome] = []
            while outcomes.isEmpty {
                let event = runner.poll(watching: [signals.descriptor])
                guard event.readable.isEmpty else {
                    runner.cancelAll()
                    signals.reraise()
                }
                outcomes = event.outcomes
            }
            outcome = outcomes[0].result
        } catch {
            outcome = .failure(error)
        }
        return show(outcome, isJSON: options.isJSON, output, errors)
    }

    private static func show(
        _ outcome: Result<SourceResult, SourceError>, isJSON: Bool, _ output: Output, _ errors: Output
    ) -> FetchExitCode {
        switch outcome {
        case .success(let result):
            guard output.write(isJSON ? result.lines : result.text) else { return .disk }
            guard let failure = result.error else { return .done }
            _ = errors.write("jokesd-fetch: \(failure.message)\n")
            return FetchExitCode(failure)
        case .failure(let failure):
            let until = failure.retryAt.map { " (until \(clock($0.milliseconds / 1_000)))" } ?? ""
            _ = errors.write("jokesd-fetch: \(failure.message)\(until)\n")
            return FetchExitCode(failure)
        }
    }

    /// Returns a time in the user's time zone.
    ///
    /// - Parameter seconds: The time in seconds since 1970.
    private static func clock(_ seconds: Int64) -> String {
        var (time, parts) = (time_t(seconds), tm())
        localtime_r(&time, &parts)
        var text = [CChar](repeating: 0, count: 64)
        strftime(&text, text.count, "%Y-%m-%d %H:%M", &parts)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
