// SPDX-License-Identifier: MIT
import Glibc
import JokeWire

/// The main program of jokesd-fetch, which jokesd starts.
package enum FetchMain {
    /// Answers requests until the input ends, and ends the process with an exit status of sysexits.h.
    ///
    /// - Parameter arguments: The command line without the program's name.
    package static func run(_ arguments: [String]) -> Never {
        let status = status(arguments)
        // Do not call exit(3): it would wait for libcurl's threads, and one of them may still resolve a name.
        _exit(status)
    }

    private static func status(_ arguments: [String]) -> Int32 {
        guard arguments == ["serve"] else {
            return failed(
                EX_USAGE, "only jokesd runs this program; try a source with `jokectl next --source NAME`")
        }
        let signals = TerminationSignals()
        do throws(SourceError) {
            let server = try FetchServer(
                HTTPSettings(), input: 0, output: 1, stopDescriptors: [signals.descriptor])
            if server.run() == .interrupted { signals.reraise() }
            return EX_OK
        } catch {
            return failed(EX_SOFTWARE, error.message)
        }
    }

    private static func failed(_ status: Int32, _ message: String) -> Int32 {
        _ = Output(descriptor: 2).write("jokesd-fetch: \(message)\n")
        return status
    }
}
