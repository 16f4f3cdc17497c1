// SPDX-License-Identifier: MIT
package import JokeWire

/// The members of a result that `--json=FIELDS` prints: a list of names on the wire, such as `joke.value,seq`. As in a
/// template, a member that the result does not have is taken from its state.
package struct Fields: Sendable, Hashable {
    private let paths: [[String]]

    /// Returns nil if a name is empty.
    package init?(_ list: String) {
        paths = list.split(separator: ",", omittingEmptySubsequences: false).map { path in
            path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        }
        guard paths.allSatisfy({ $0.allSatisfy { !$0.isEmpty } }) else { return nil }
    }

    /// Returns an object with only these members. In a list, each item keeps only these members.
    ///
    /// - Parameter isLenient: whether missing members are omitted. Otherwise they are an error.
    package func selected(from result: JSON, isLenient: Bool = false) throws(CommandError) -> JSON {
        guard let list = result.objectValue, let items = result["items"]?.arrayValue else {
            return try Self.selected(paths, from: Self.withState(result), isLenient)
        }
        var members: [JSONObject.Member] = []
        for member in list.members {
            guard member.name == "items" else {
                members.append(member)
                continue
            }
            var kept: [JSON] = []
            for item in items { kept.append(try Self.selected(paths, from: item, isLenient)) }
            members.append(.init(name: "items", value: .array(kept)))
        }
        return .object(JSONObject(members: members))
    }

    /// Returns the result with the members of its state that it does not have itself.
    private static func withState(_ result: JSON) -> JSON {
        guard let own = result.objectValue, let state = result["state"]?.objectValue else { return result }
        return .object(JSONObject(members: own.members + state.members.filter { own[$0.name] == nil }))
    }

    private static func selected(
        _ paths: [[String]], from value: JSON, _ isLenient: Bool
    ) throws(CommandError) -> JSON {
        // A value that is not an object has no members to select. The empty path selects the whole value.
        guard let object = value.objectValue, !paths.contains([]) else { return value }
        let known = object.members.map(\.name)
        for path in paths where !isLenient && !known.contains(path[0]) {
            let advice = NearestName.of(path[0], among: known).map { "did you mean '\($0)'?" }
            let others = known.isEmpty ? "it has no members" : "use \(known.joined(separator: ", "))"
            throw CommandError(.usage, "--json: the result has no '\(path[0])'; \(advice ?? others)")
        }
        var kept: [JSONObject.Member] = []
        for member in object.members {
            let rest = paths.filter { $0[0] == member.name }.map { Array($0.dropFirst()) }
            if rest.isEmpty { continue }
            kept.append(.init(name: member.name, value: try selected(rest, from: member.value, isLenient)))
        }
        return .object(JSONObject(members: kept))
    }
}
