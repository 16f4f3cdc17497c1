// SPDX-License-Identifier: MIT
package import JokeWire

/// A known key, with its current value.
package struct ConfigurationKey: Sendable, Hashable {
    /// The names from the root to the key, such as `["queue", "lowWater"]`.
    package let path: [String]
    package let value: JSON
    /// The purpose of the key, in a few words.
    package let summary: String
}

/// Reads an object of the configuration key by key, and records every key that it is asked for.
///
/// Because of these records, one list of keys (`Configuration.init`) serves to read a configuration, to find unknown
/// keys and to print it. An invalid value is recorded as an error, and its default is used, so that one reading finds
/// all errors.
package struct KeyReader {
    private(set) var keys: [ConfigurationKey] = []
    private(set) var problems: [ConfigurationDiagnostic] = []
    private let node: ConfigurationNode?
    private let path: [String]
    /// The names of the keys that were read, in that order.
    private var knownNames: [String] = []
    private var knownNameSet: Set<String> = []

    /// Creates a reader of `node`. Nil is an object without members.
    init(_ node: ConfigurationNode?, path: [String] = []) { (self.node, self.path) = (node, path) }

    /// Reads the value of a key. Without one, or with an invalid one, `value` keeps its default.
    mutating func callAsFunction<Value>(
        _ name: String, _ value: inout Value, _ kind: ValueCodec<Value>, _ summary: String
    ) {
        addKnownName(name)
        if let member = node?[name], let found = read(member, kind) { value = found }
        record(name, kind.encode(value), summary)
    }

    /// Reads the value of a required key. Returns nil if it is missing or invalid.
    mutating func required<Value>(_ name: String, _ kind: ValueCodec<Value>, _ summary: String) -> Value? {
        addKnownName(name)
        guard let member = node?[name] else {
            if let node { addProblem(node.location, name, "expected \(kind.expected), found nothing") }
            return nil
        }
        guard let value = read(member, kind) else { return nil }
        record(name, kind.encode(value), summary)
        return value
    }

    /// Reads the keys of the object `name`.
    ///
    /// - Parameter unknown: The error message for a key that `body` does not read.
    @discardableResult
    mutating func group<Result>(
        _ name: String, unknown: String = "unknown key", _ body: (inout KeyReader) -> Result
    ) -> Result {
        addKnownName(name)
        let member = node?[name]
        if let member, case .value(let json) = member.node.content {
            addProblem(member.node.location, name, "expected an object, found \(json.shown)")
            return readObject(nil, name, unknown, body)
        }
        return readObject(member?.node, name, unknown, body)
    }

    /// Reads all members of the object `name`, in which the user chooses the keys.
    mutating func members<Value>(
        _ name: String, _ kind: ValueCodec<Value>, _ summary: String
    ) -> [(name: String, value: Value)] {
        let members = group(name) { reader in
            reader.names.compactMap { name in reader.required(name, kind, summary).map { (name, $0) } }
        }
        if members.isEmpty { record(name, .object([:]), summary) }
        return members
    }

    /// Reads all members of this object that were not read yet. The user chose their keys.
    mutating func rest<Value>(
        _ kind: ValueCodec<Value>, _ summary: String
    ) -> [(name: String, value: Value)] {
        names.filter { !knownNameSet.contains($0) }.compactMap { name in
            required(name, kind, summary).map { (name, $0) }
        }
    }

    private var names: [String] {
        guard case .object(let members) = node?.content else { return [] }
        return members.map(\.name)
    }

    /// Reads each object that was not read yet and has the member `key`.
    ///
    /// - Parameter prefix: The beginning of names that the user must not choose, because the daemon uses them.
    mutating func objects(
        with key: String, prefix: String, _ body: (String, inout KeyReader) -> Void
    ) {
        guard case .object(let members) = node?.content else { return }
        let found = members.filter { !knownNameSet.contains($0.name) && $0.node[key] != nil }
        for member in found where member.name.hasPrefix(prefix) {
            addProblem(member.location, member.name, "expected a name that does not begin with '\(prefix)'")
        }
        for member in found { group(member.name) { body(member.name, &$0) } }
    }

    /// Records an error for a valid value that contradicts another one. Does nothing after an error, because a default
    /// may then have replaced either value.
    mutating func expect(_ name: String, _ condition: Bool, _ expected: String, found value: JSON) {
        guard !condition, problems.isEmpty, let member = node?[name] else { return }
        addProblem(member.node.location, name, "expected \(expected), found \(value.shown)")
    }

    /// Accepts all other members of this object without reading them.
    mutating func skipRest() {
        guard case .object(let members) = node?.content else { return }
        for member in members { addKnownName(member.name) }
    }

    /// Records an error for each member that was not read, with the most similar known key.
    mutating func reportUnknown(_ unknown: String = "unknown key") {
        guard case .object(let members) = node?.content else { return }
        for member in members where !knownNameSet.contains(member.name) {
            let nearest = NearestName.of(member.name, among: knownNames)
            let hint =
                nearest.map { "did you mean \($0)?" }
                ?? "expected one of \(knownNames.joined(separator: ", "))"
            addProblem(member.location, member.name, "\(unknown); \(hint)")
        }
    }

    private mutating func readObject<Result>(
        _ node: ConfigurationNode?, _ name: String, _ unknown: String, _ body: (inout KeyReader) -> Result
    ) -> Result {
        var inner = KeyReader(node, path: path + [name])
        let result = body(&inner)
        inner.reportUnknown(unknown)
        keys += inner.keys
        problems += inner.problems
        return result
    }

    private mutating func read<Value>(
        _ member: ConfigurationNode.Member, _ kind: ValueCodec<Value>
    ) -> Value? {
        var mismatches: [ValueCodec<Value>.Mismatch] = []
        let value = kind.decode(member.node.json, &mismatches)
        for mismatch in mismatches {
            addProblem(
                member.node.location, member.name + mismatch.path,
                "expected \(mismatch.expected), found \(mismatch.found.shown)")
        }
        return value
    }

    /// Whether the key was read.
    func isRead(_ name: String) -> Bool { knownNameSet.contains(name) }

    private mutating func addKnownName(_ name: String) {
        knownNames.append(name)
        knownNameSet.insert(name)
    }

    private mutating func addProblem(_ location: FileLocation, _ name: String, _ message: String) {
        let path = (path + [name]).joined(separator: ".")
        problems.append(ConfigurationDiagnostic(location, path: path, message))
    }

    private mutating func record(_ name: String, _ value: JSON, _ summary: String) {
        keys.append(ConfigurationKey(path: path + [name], value: value, summary: summary))
    }
}

extension ConfigurationNode {
    /// The value without locations. The members of an object are left out.
    fileprivate var json: JSON {
        switch content {
        case .object: .object([:])
        case .value(let json): json
        }
    }
}
