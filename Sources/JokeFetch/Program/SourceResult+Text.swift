// SPDX-License-Identifier: MIT
package import JokeWire

extension SourceResult {
    /// The result as text for people: jokes or translations separated by an empty line, or one category per line.
    package var text: String {
        if let categories { return categories.map { "\($0)\n" }.joined() }
        if let translation {
            let texts = translation.texts.map { "\($0 ?? "")\n" }.joined(separator: "\n")
            return texts + "\n\(translation.credit) (\(translation.version)), a machine: \(translation.url)\n"
        }
        return jokes.map { "\($0.value)\n" }.joined(separator: "\n")
    }

    /// The result as JSON for programs: one joke per line, or the categories or the translation in one line.
    package var lines: String {
        if let categories {
            return JSON.array(categories.map { .string($0) }).jsonText + "\n"
        }
        if let translation { return translation.jsonText + "\n" }
        return jokes.map { "\($0.jsonText)\n" }.joined()
    }
}
