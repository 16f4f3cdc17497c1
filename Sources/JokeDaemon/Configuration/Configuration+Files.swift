// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeWire

/// A configuration, with its keys and files.
package struct LoadedConfiguration: Sendable {
    package let values: Configuration
    /// All keys, in the order in which the configuration reads them.
    package let keys: [ConfigurationKey]
    /// The files that were read, in order.
    package let files: [String]
}

extension Configuration {
    /// Reads `config.jsonc`, then `config.d/*.jsonc` in the order of their names. Each file overrides the values of
    /// those before. Missing files are ignored.
    ///
    /// If `file` is not nil, it must exist, and no other file is read. The exception is the default path of
    /// `config.jsonc`, after which `config.d/*.jsonc` is read as usual.
    package static func load(
        file: String? = nil, environment: Environment
    ) throws(ConfigurationError) -> LoadedConfiguration {
        let directory = environment.configDirectory + "/jokesd"
        let defaultFile = directory + "/config.jsonc"
        var files = ConfigurationFiles()
        files.read(file ?? defaultFile, mayBeMissing: file == nil)
        if file ?? defaultFile == defaultFile { files.readAll(in: directory + "/config.d") }
        return try files.loaded(environment)
    }

    /// Reads one file of at most `limit` bytes.
    static func load(
        onlyFile file: String, limit: Int, _ environment: Environment
    ) throws(ConfigurationError) -> LoadedConfiguration {
        var files = ConfigurationFiles(mostBytes: limit)
        files.read(file, mayBeMissing: false)
        return try files.loaded(environment)
    }

    static func defaults(_ environment: Environment) -> LoadedConfiguration {
        var reader = KeyReader(nil)
        return LoadedConfiguration(values: Configuration(&reader, environment), keys: reader.keys, files: [])
    }
}

/// The files of a configuration, merged.
private struct ConfigurationFiles {
    /// The most bytes of all files together, far more than anybody writes by hand.
    private let mostBytes: Int

    private(set) var root: ConfigurationNode?
    private(set) var names: [String] = []
    private(set) var problems: [ConfigurationDiagnostic] = []
    /// The most bytes of the files that were not read yet.
    private var bytesLeft: Int

    init(mostBytes: Int = 64 << 10) { (self.mostBytes, bytesLeft) = (mostBytes, mostBytes) }

    func loaded(_ environment: Environment) throws(ConfigurationError) -> LoadedConfiguration {
        var reader = KeyReader(root)
        let values = Configuration(&reader, environment)
        let problems = problems + reader.problems
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
        return LoadedConfiguration(values: values, keys: reader.keys, files: names)
    }

    mutating func readAll(in directory: String) {
        do throws(SystemError) {
            let names = try Directory.names(in: directory)
            for name in names where name.hasSuffix(".jsonc") && !name.hasPrefix(".") {
                read("\(directory)/\(name)", mayBeMissing: true)
            }
        } catch {
            if error.code != ENOENT { addProblem(directory, "cannot be read: \(error.reason)") }
        }
    }

    mutating func read(_ file: String, mayBeMissing: Bool) {
        do throws(BoundedFile.ReadError) {
            let text = try BoundedFile(reading: file, limit: bytesLeft).bytes
            bytesLeft -= text.count
            names.append(file)
            merge(text, file)
        } catch {
            switch error {
            case .failed(_, ENOENT) where mayBeMissing: break
            case .failed(_, let code):
                addProblem(file, "cannot be read: \(SystemError(code: code, operation: "read").reason)")
            case .notAFile: addProblem(file, "is not a file")
            case .tooLarge:
                addProblem(
                    file,
                    "is too large; the files of the configuration may have \(mostBytes) bytes together")
            }
        }
    }

    private mutating func merge(_ text: [UInt8], _ file: String) {
        guard !text.areUTF16 else {
            return addProblem(
                file, "is UTF-16; `iconv -f UTF-16 -t UTF-8 FILE >NEW` writes it as UTF-8 to another file")
        }
        let (node, found) = ConfigurationParser.parse(text, file: file)
        problems += found
        guard let node else { return }
        if case .value(let json) = node.content {
            return problems.append(
                ConfigurationDiagnostic(node.location, "expected an object, found \(json.shown)"))
        }
        if root == nil { root = node } else { root?.merge(node) }
    }

    private mutating func addProblem(_ file: String, _ message: String) {
        problems.append(ConfigurationDiagnostic(FileLocation(file: file), message))
    }
}
