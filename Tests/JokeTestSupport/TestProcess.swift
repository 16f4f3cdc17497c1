// SPDX-License-Identifier: MIT
package import Glibc
package import JokeLinux

/// A program that a test started. It is killed when this object is released.
package final class TestProcess {
    private let process: SpawnedProcess

    /// Starts a program.
    ///
    /// - Parameter streams: The descriptors of standard input, output and error.
    package init(
        _ path: String, _ arguments: [String], environment: [String: String],
        streams: (input: Int32, output: Int32, errors: Int32)
    ) throws {
        process = try SpawnedProcess(
            ProcessSpawner(command: [path] + arguments, environment: environment), input: streams.input,
            output: streams.output, errors: streams.errors)
    }

    /// Starts a program as the leader of its own session, with the terminal at this path.
    package convenience init(
        _ path: String, _ arguments: [String], environment: [String: String], terminal: String
    ) throws {
        let terminal = try FileDescriptor(opening: terminal, O_RDWR | O_NOCTTY)
        try self.init(
            "setsid", ["--ctty", path] + arguments, environment: environment,
            streams: (terminal.raw, terminal.raw, terminal.raw))
    }

    deinit {
        process.signal(SIGKILL)
        process.wait()
    }

    package var pid: pid_t { process.pid }

    package var isRunning: Bool { !process.hasEnded }

    package func send(_ signal: Int32) { process.signal(signal) }

    /// Waits until the program ends and returns how it ended.
    @discardableResult
    package func wait(until deadline: TestDeadline = TestDeadline()) throws -> WaitStatus {
        if let status = process.status { return status }
        _ = try Descriptor.wait(
            for: POLLIN, on: process.descriptor, "process \(pid) to end", until: deadline)
        return process.wait()
    }

    /// A descriptor that becomes readable when the process ends.
    package var descriptor: Int32 { process.descriptor }
}
