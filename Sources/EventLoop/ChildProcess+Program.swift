// SPDX-License-Identifier: MIT
import CLinux
import Glibc

extension ChildProcess {
    /// What is started, and what it may use.
    package struct Program: Sendable, Hashable {
        /// Of each process of it; nil is no limit (getrlimit(2)). It never writes a core file.
        package struct Limits: Sendable, Hashable {
            /// Private memory that can be written to, in bytes.
            package var memory: UInt64?
            /// Seconds of processor time.
            package var processorSeconds: UInt64?
            /// Bytes that a file may have which it writes to.
            package var fileSize: UInt64?

            package init(memory: UInt64? = nil, processorSeconds: UInt64? = nil, fileSize: UInt64? = nil) {
                self.memory = memory
                self.processorSeconds = processorSeconds
                self.fileSize = fileSize
            }
        }

        /// Absolute.
        package var path: String
        /// Behind its name.
        package var arguments: [String]
        /// All that it gets: nothing is inherited.
        package var environment: [String: String]
        package var limits: Limits

        package init(
            path: String, arguments: [String] = [], environment: [String: String] = [:],
            limits: Limits = Limits()
        ) {
            self.path = path
            self.arguments = arguments
            self.environment = environment
            self.limits = limits
        }
    }
}

extension ChildProcess.Program {
    /// Starts it on these descriptors, which stay the caller's, and gives its pid.
    func start(conversation: Int32, errors: Int32) throws(SystemError) -> Int32 {
        let words = CStrings([path] + arguments)
        let variables = CStrings(environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
        var program = jokesd_program()
        program.conversation = conversation
        program.errors = errors
        program.memory = limits.memory ?? .max
        program.processor_seconds = limits.processorSeconds ?? .max
        program.file_size = limits.fileSize ?? .max
        let pid = words.withPointers { words in
            variables.withPointers { variables in
                program.path = UnsafePointer(words[0])
                program.arguments = words
                program.environment = variables
                return jokesd_start(&program)
            }
        }
        guard pid > 0 else { throw .last("execve", path: path) }
        return pid
    }
}

/// A null-terminated array of C strings.
private final class CStrings {
    private var pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }

    deinit { for pointer in pointers { free(pointer) } }

    func withPointers<Result>(
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        pointers.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("never empty") }
            return body(base)
        }
    }
}
