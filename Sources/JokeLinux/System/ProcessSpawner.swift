// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// A description of a program to start.
///
/// The program starts with no signal blocked or ignored, and with no descriptor except its three standard streams.
package struct ProcessSpawner: Sendable, Hashable {
    /// The limits of each process of the program (getrlimit(2)); nil is no limit. A limited program never writes a core
    /// file, and gets no privileges from set-user-id programs.
    package struct Limits: Sendable, Hashable {
        /// The most private writable memory, in bytes.
        package var memory: UInt64?
        /// The most processor time, in seconds.
        package var processorSeconds: UInt64?
        /// The largest size of a file that the program writes to, in bytes.
        package var fileSize: UInt64?

        package init(memory: UInt64? = nil, processorSeconds: UInt64? = nil, fileSize: UInt64? = nil) {
            self.memory = memory
            self.processorSeconds = processorSeconds
            self.fileSize = fileSize
        }
    }

    /// The path for execve(2), which does not search `PATH`.
    package var path: String
    /// The name of the program, `argv[0]`.
    package var name: String
    /// The arguments after the name.
    package var arguments: [String]
    /// The whole environment, or nil for that of this process.
    package var environment: [String: String]?
    /// The limits of the program, or nil for those of this process.
    package var limits: Limits?
    /// Whether the program leads a process group of its own.
    package var leadsGroup = false
    /// Whether the program leads a session of its own, so that no terminal ends it.
    package var leadsSession = false
    /// Whether the kernel sends the program SIGTERM when the calling thread ends (PR_SET_PDEATHSIG).
    package var endsWithParent = false

    package init(
        path: String, arguments: [String] = [], environment: [String: String]? = nil, limits: Limits? = nil
    ) {
        self.path = path
        name = path
        self.arguments = arguments
        self.environment = environment
        self.limits = limits
    }

    /// Finds the program of a command line. A name without a slash is searched for in the `PATH` of this process.
    package init(command: [String], environment: [String: String]? = nil) throws(SystemError) {
        let name = command.first ?? ""
        let path = name.contains("/") ? name : Self.path(of: name)
        guard let path else { throw SystemError(code: ENOENT, operation: "execve", path: name) }
        self.init(path: path, arguments: Array(command.dropFirst()), environment: environment)
        self.name = name
    }

    /// Returns the path of the first file of this name that can be executed in the directories of `PATH`, or nil if there
    /// is none. Relative directories are ignored.
    package static func path(of name: String, in directories: String?) -> String? {
        let directories = (directories ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        return directories.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first(
            where: isExecutable)
    }

    private static func path(of name: String) -> String? {
        path(of: name, in: getenv("PATH").map { String(cString: $0) })
    }

    private static func isExecutable(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    /// Starts the program with these descriptors as its standard streams. The caller keeps the descriptors.
    ///
    /// - Returns: The process id. The caller must wait for the process.
    func spawn(input: Int32, output: Int32, errors: Int32) throws(SystemError) -> pid_t {
        let words = CStrings([name] + arguments)
        let variables = environment.map { environment in
            CStrings(environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
        }
        var program = jokesd_program()
        (program.input, program.output, program.errors) = (input, output, errors)
        program.leads_group = leadsGroup ? 1 : 0
        program.leads_session = leadsSession ? 1 : 0
        program.ends_with_parent = endsWithParent ? 1 : 0
        program.is_limited = limits == nil ? 0 : 1
        program.memory = limits?.memory ?? .max
        program.processor_seconds = limits?.processorSeconds ?? .max
        program.file_size = limits?.fileSize ?? .max
        let pid = path.withCString { path in
            words.pointers.withUnsafeBufferPointer { words in
                program.path = path
                program.arguments = words.baseAddress
                guard let variables else {
                    program.environment = UnsafePointer(environ)
                    return jokesd_start(&program)
                }
                return variables.pointers.withUnsafeBufferPointer { variables in
                    program.environment = variables.baseAddress
                    return jokesd_start(&program)
                }
            }
        }
        guard pid > 0 else { throw .last("execve", path: path) }
        return pid
    }
}

/// A null-terminated array of C strings.
private final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }

    deinit { for pointer in pointers { free(pointer) } }
}
