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
}
