// SPDX-License-Identifier: MIT
import JokeWire

extension LoadedConfiguration {
    /// The output of `--print-config`: an equivalent configuration, with the summary of each value in a comment.
    package var listing: String {
        var listing = ConfigurationListing()
        for key in keys { listing.add(key) }
        return listing.finished()
    }
}

/// Writes keys as one object over several lines. The keys must come group by group.
private struct ConfigurationListing {
    private var lines: [(text: String, comment: String)] = [("{", "")]
    /// The names of the groups that are not closed yet, outermost first.
    private var open: [String] = []

    mutating func add(_ key: ConfigurationKey) {
        let group = Array(key.path.dropLast())
        while !group.starts(with: open) { close() }
        for name in group.dropFirst(open.count) { begin(name) }
        let name = key.path.last ?? ""
        separate()
        lines.append(("\(indent)\(quoted(name)): \(key.value.jsonText)", key.summary))
    }

    consuming func finished() -> String {
        while !open.isEmpty { close() }
        lines.append(("}", ""))
        return lines.map { line in
            line.comment.isEmpty ? line.text + "\n" : "\(line.text)  // \(line.comment)\n"
        }.joined()
    }

    private var indent: String { String(repeating: "  ", count: open.count + 1) }

    private mutating func begin(_ name: String) {
        separate()
        lines.append(("\(indent)\(quoted(name)): {", ""))
        open.append(name)
    }

    private mutating func close() {
        open.removeLast()
        lines.append(("\(indent)}", ""))
    }

    /// Adds a comma after the last line, unless the object begins there.
    private mutating func separate() {
        guard let last = lines.last, !last.text.hasSuffix("{") else { return }
        lines[lines.count - 1].text += ","
    }

    private func quoted(_ name: String) -> String { JSON.string(name).jsonText }
}
