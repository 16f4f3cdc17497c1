// SPDX-License-Identifier: MIT
package import JokeWire

/// A key that the daemon knows, with the value that holds.
package struct ConfigurationKey: Sendable, Hashable {
    /// `["queue", "lowWater"]`
    package let path: [String]
    package let value: JSON
    /// Where the value stands; nil for the default.
    package let place: FileLocation?
    /// What the key is for, in a few words.
    package let summary: String
}

/// Walks through an object, key by key, and notes what it was asked for: so the one description that reads a
/// configuration also lists its keys, refuses those that it does not have and prints it.
///
/// Nothing ends the walk: a wrong value is noted and its default stands in for it.
package struct KeyReader {
    private(set) var keys: [ConfigurationKey] = []
    private(set) var problems: [ConfigurationDiagnostic] = []
    private let node: ConfigurationNode?
    private let path: [String]
    private var asked: [String] = []

    /// A reader of `node`; nil is an object without members.
    init(_ node: ConfigurationNode?, path: [String] = []) { (self.node, self.path) = (node, path) }

    /// The value of a key, or its default.
    mutating func value<Value>(
        _ name: String, _ kind: ValueCodec<Value>, default fallback: Value, _ summary: String
    ) -> Value {
        asked.append(name)
        let member = node?[name]
        let value = member.flatMap { read($0, kind) } ?? fallback
        note(name, kind.encode(value), member?.node.place, summary)
        return value
    }

    /// The value of a key that must be there; nil where it is not, or is wrong.
    mutating func required<Value>(_ name: String, _ kind: ValueCodec<Value>, _ summary: String) -> Value? {
        asked.append(name)
        guard let member = node?[name] else {
            if let node { refuse(node.place, name, "expected \(kind.expected), found nothing") }
            return nil
        }
        guard let value = read(member, kind) else { return nil }
        note(name, kind.encode(value), member.node.place, summary)
        return value
    }

    /// The keys within an object. `unknown` says of a key that is not among them what it is not.
    mutating func group<Result>(
        _ name: String, unknown: String = "there is no such key", _ body: (inout KeyReader) -> Result
    ) -> Result {
        asked.append(name)
        let member = node?[name]
        if let member, case .value(let json) = member.node.content {
            refuse(member.node.place, name, "expected an object, found \(json.shown)")
            return walk(nil, name, unknown, body)
        }
        return walk(member?.node, name, unknown, body)
    }

    /// All members of an object whose names are the user's.
    mutating func members<Value>(
        _ name: String, _ kind: ValueCodec<Value>, _ summary: String
    ) -> [(name: String, value: Value)] {
        let members = group(name) { reader in
            reader.names.compactMap { name in reader.required(name, kind, summary).map { (name, $0) } }
        }
        if members.isEmpty { note(name, .object([:]), node?[name]?.node.place, summary) }
        return members
    }

    /// All members of this object that nobody asked for: their names are the user's.
    mutating func rest<Value>(
        _ kind: ValueCodec<Value>, _ summary: String
    ) -> [(name: String, value: Value)] {
        names.filter { !asked.contains($0) }.compactMap { name in
            required(name, kind, summary).map { (name, $0) }
        }
    }

    private var names: [String] {
        guard case .object(let members) = node?.content else { return [] }
        return members.map(\.name)
    }

    /// Reads each object that nobody asked for and that has the member `mark`.
    ///
    /// - Parameter prefix: the beginning of names that the user may not give, since the daemon gives them itself.
    mutating func others<Result>(
        with mark: String, reserved prefix: String, _ body: (String, inout KeyReader) -> Result?
    ) -> [Result] {
        guard case .object(let members) = node?.content else { return [] }
        let found = members.filter { !asked.contains($0.name) && $0.node[mark] != nil }
        for member in found where member.name.hasPrefix(prefix) {
            refuse(member.place, member.name, "expected a name that does not begin with '\(prefix)'")
        }
        return found.compactMap { member in
            group(member.name) { body(member.name, &$0) }
        }
    }

    /// Notes a value that is right by itself and wrong beside the others. Not asked where one of them is wrong: a
    /// default that stands in for it proves nothing.
    mutating func expect(_ name: String, _ condition: Bool, _ expected: String, found value: JSON) {
        guard !condition, problems.isEmpty, let member = node?[name] else { return }
        refuse(member.node.place, name, "expected \(expected), found \(value.shown)")
    }

    /// Whatever else this object has is not looked at.
    mutating func leaveTheRest() {
        guard case .object(let members) = node?.content else { return }
        asked += members.map(\.name)
    }

    /// Notes the keys that this object has and nobody asked for, with the nearest one that there is.
    mutating func refuseUnknown(_ unknown: String = "there is no such key") {
        guard case .object(let members) = node?.content else { return }
        for member in members where !asked.contains(member.name) {
            let nearest = NearestName.of(member.name, among: asked)
            let hint = nearest.map { "did you mean \($0)?" } ?? "known are \(asked.joined(separator: ", "))"
            refuse(member.place, member.name, "\(unknown); \(hint)")
        }
    }

    private mutating func walk<Result>(
        _ node: ConfigurationNode?, _ name: String, _ unknown: String, _ body: (inout KeyReader) -> Result
    ) -> Result {
        var inner = KeyReader(node, path: path + [name])
        let result = body(&inner)
        inner.refuseUnknown(unknown)
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
            refuse(
                member.node.place, member.name + mismatch.path,
                "expected \(mismatch.expected), found \(mismatch.found.shown)")
        }
        return value
    }

    private mutating func refuse(_ place: FileLocation, _ name: String, _ message: String) {
        let path = (path + [name]).joined(separator: ".")
        problems.append(ConfigurationDiagnostic(place, path: path, message))
    }

    private mutating func note(_ name: String, _ value: JSON, _ place: FileLocation?, _ summary: String) {
        keys.append(ConfigurationKey(path: path + [name], value: value, place: place, summary: summary))
    }
}

extension ConfigurationNode {
    /// The value without its places; of an object, that it is one.
    fileprivate var json: JSON {
        switch content {
        case .object: .object([:])
        case .value(let json): json
        }
    }
}
