// SPDX-License-Identifier: MIT
package import JokeWire

/// The members of a result that `--json=FIELDS` prints: a list of names on the wire, such as `joke.value,seq`. As in a
/// template, a member that the result does not have is taken from its state.
///
/// ``check(against:)`` reports unknown members before the request. A member that a reply leaves out is not printed.
package struct Fields: Sendable, Hashable {
    private let paths: [[String]]

    /// Returns nil if a name is empty.
    package init?(_ list: String) {
        paths = list.split(separator: ",", omittingEmptySubsequences: false).map { path in
            path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        }
        guard paths.allSatisfy({ $0.allSatisfy { !$0.isEmpty } }) else { return nil }
    }

    /// Throws an error if no result of the schema can have one of the members.
    package func check(against schema: ValueSchema) throws(CommandError) {
        for path in paths {
            guard let problem = schema.problem(with: path) else { continue }
            throw CommandError(.usage, "--json: \(problem)")
        }
    }

    /// Returns an object with only these members. In a list, each item keeps only these members.
    package func selected(from result: JSON) -> JSON {
        guard let list = result.objectValue, let items = result["items"]?.arrayValue else {
            return Self.selected(paths, from: Self.withState(result))
        }
        var members: [JSONObject.Member] = []
        for member in list.members {
            guard member.name == "items" else {
                members.append(member)
                continue
            }
            let kept = items.map { Self.selected(paths, from: $0) }
            members.append(.init(name: "items", value: .array(kept)))
        }
        return .object(JSONObject(members: members))
    }

    /// Returns the result with the members of its state that it does not have itself.
    private static func withState(_ result: JSON) -> JSON {
        guard let own = result.objectValue, let state = result["state"]?.objectValue else { return result }
        return .object(JSONObject(members: own.members + state.members.filter { own[$0.name] == nil }))
    }

    private static func selected(_ paths: [[String]], from value: JSON) -> JSON {
        // A value that is not an object has no members to select. The empty path selects the whole value.
        guard let object = value.objectValue, !paths.contains([]) else { return value }
        var kept: [JSONObject.Member] = []
        for member in object.members {
            let rest = paths.filter { $0[0] == member.name }.map { Array($0.dropFirst()) }
            if rest.isEmpty { continue }
            kept.append(.init(name: member.name, value: selected(rest, from: member.value)))
        }
        return .object(JSONObject(members: kept))
    }
}
