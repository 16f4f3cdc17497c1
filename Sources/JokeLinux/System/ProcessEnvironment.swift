// SPDX-License-Identifier: MIT
import Glibc

/// The environment of this process.
package enum ProcessEnvironment {
    /// All variables. If a name appears twice, its first value counts, as for getenv(3).
    package static var variables: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee.map({ String(cString: $0) }) {
            if let equals = text.firstIndex(of: "=") {
                let name = String(text[..<equals])
                if variables[name] == nil { variables[name] = String(text[text.index(after: equals)...]) }
            }
            entry += 1
        }
        return variables
    }

    /// Returns the first of these variables whose value is not UTF-8. A string of it would name another file.
    package static func notUTF8(among names: [String]) -> String? {
        names.first { name in getenv(name).map { String(validatingCString: $0) == nil } ?? false }
    }
}
