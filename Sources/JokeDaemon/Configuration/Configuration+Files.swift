// SPDX-License-Identifier: MIT
import Glibc

/// A configuration, and where it comes from.
package struct LoadedConfiguration: Sendable {
    package let values: Configuration
    /// Every key that there is, in the order of the description.
    package let keys: [ConfigurationKey]
    /// The files that were read, in their order.
    package let files: [String]
}

extension Configuration {
    /// Reads `config.jsonc`, then `config.d/*.jsonc` in the order of their names, each laid over those before. Files
    /// that are not there change nothing.
    ///
    /// A `file` that is named stands alone and must be there; naming the usual one asks for nothing else than that.
    package static func load(
        file: String? = nil, environment: Environment
    ) throws(ConfigurationError) -> LoadedConfiguration {
        let folder = environment.configFolder + "/jokesd"
        let usual = folder + "/config.jsonc"
        var files = ConfigurationFiles()
        files.read(file ?? usual, mayBeMissing: file == nil)
        if file ?? usual == usual { files.readAll(in: folder + "/config.d") }

        var reader = KeyReader(files.root)
        let values = Configuration(&reader, environment)
        let problems = files.problems + reader.problems
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
        return LoadedConfiguration(values: values, keys: reader.keys, files: files.names)
    }
}

/// The files of a configuration, laid over each other.
private struct ConfigurationFiles {
    /// More than anybody writes by hand.
    private static let mostBytes = 1 << 20

    private(set) var root: ConfigurationNode?
    private(set) var names: [String] = []
    private(set) var problems: [ConfigurationProblem] = []

    mutating func readAll(in folder: String) {
        guard let directory = opendir(folder) else {
            if errno != ENOENT { refuse(folder, "cannot be read: \(lastError)") }
            return
        }
        defer { closedir(directory) }
        var found: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".jsonc"), !name.hasPrefix(".") { found.append(name) }
        }
        // By bytes, so that the order is the same in every locale.
        found.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for name in found { read("\(folder)/\(name)", mayBeMissing: true) }
    }

    mutating func read(_ file: String, mayBeMissing: Bool) {
        // Without O_NONBLOCK a FIFO would hold the daemon until somebody writes to it.
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno != ENOENT || !mayBeMissing { refuse(file, "cannot be read: \(lastError)") }
            return
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return refuse(file, "is not a file")
        }
        guard let text = contents(of: descriptor) else { return refuse(file, "cannot be read: \(lastError)") }
        guard text.count <= Self.mostBytes else {
            return refuse(file, "is larger than \(Self.mostBytes) bytes")
        }
        names.append(file)
        merge(text, file)
    }

    private mutating func merge(_ text: [UInt8], _ file: String) {
        let (node, found) = ConfigurationParser.parse(text, file: file)
        problems += found
        guard let node else { return }
        if case .value(let json) = node.content {
            return problems.append(
                ConfigurationProblem(node.place, "expected an object, found \(json.shown)"))
        }
        if root == nil { root = node } else { root?.merge(node) }
    }

    /// At most one byte more than is allowed; nil where reading failed.
    private func contents(of descriptor: Int32) -> [UInt8]? {
        var text: [UInt8] = []
        while text.count <= Self.mostBytes {
            let wanted = min(1 << 16, Self.mostBytes + 1 - text.count)
            var count = 0
            text += [UInt8](unsafeUninitializedCapacity: wanted) { buffer, initialized in
                count = Glibc.read(descriptor, buffer.baseAddress, wanted)
                initialized = max(count, 0)
            }
            if count < 0, errno != EINTR { return nil }
            if count == 0 { break }
        }
        return text
    }

    private mutating func refuse(_ file: String, _ message: String) {
        problems.append(ConfigurationProblem(Place(file: file), message))
    }

    /// In English: the daemon never sets a locale.
    private var lastError: String { String(cString: strerror(errno)) }
}
