// SPDX-License-Identifier: MIT
import Glibc
import JokeSystem

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
        let directory = environment.configDirectory + "/jokesd"
        let usual = directory + "/config.jsonc"
        var files = ConfigurationFiles()
        files.read(file ?? usual, mayBeMissing: file == nil)
        if file ?? usual == usual { files.readAll(in: directory + "/config.d") }

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
    private(set) var problems: [ConfigurationDiagnostic] = []

    mutating func readAll(in directory: String) {
        do throws(SystemError) {
            let names = try Directory.names(in: directory)
            for name in names where name.hasSuffix(".jsonc") && !name.hasPrefix(".") {
                read("\(directory)/\(name)", mayBeMissing: true)
            }
        } catch {
            if error.code != ENOENT { refuse(directory, "cannot be read: \(error.reason)") }
        }
    }

    mutating func read(_ file: String, mayBeMissing: Bool) {
        do throws(BoundedFile.ReadError) {
            let text = try BoundedFile(reading: file, limit: Self.mostBytes).bytes
            names.append(file)
            merge(text, file)
        } catch {
            switch error {
            case .failed(_, ENOENT) where mayBeMissing: break
            case .failed(_, let code):
                refuse(file, "cannot be read: \(SystemError(code: code, operation: "read").reason)")
            case .notAFile: refuse(file, "is not a file")
            case .tooLarge(_, let limit): refuse(file, "is larger than \(limit) bytes")
            }
        }
    }

    private mutating func merge(_ text: [UInt8], _ file: String) {
        let (node, found) = ConfigurationParser.parse(text, file: file)
        problems += found
        guard let node else { return }
        if case .value(let json) = node.content {
            return problems.append(
                ConfigurationDiagnostic(node.place, "expected an object, found \(json.shown)"))
        }
        if root == nil { root = node } else { root?.merge(node) }
    }

    private mutating func refuse(_ file: String, _ message: String) {
        problems.append(ConfigurationDiagnostic(FileLocation(file: file), message))
    }
}
