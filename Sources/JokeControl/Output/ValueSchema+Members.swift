// SPDX-License-Identifier: MIT
package import JokeWire

extension ValueSchema {
    /// Returns the reason why no result of this schema has a member that `--json` or `--format` names, or nil if one can
    /// have it.
    ///
    /// In a list, the names are those of an item. A name that the result does not have is searched for in its `state`.
    ///
    /// - Parameter path: The names from the outermost object to the member. Not empty.
    package func problem(with path: [String]) -> String? {
        var found = items ?? self
        for (index, name) in path.enumerated() {
            guard let own = found.possibleMembers else { return nil }
            let state = index > 0 ? nil : own.first { $0.name == "state" }?.schema.possibleMembers
            let known = own + (state ?? [])
            guard let member = known.first(where: { $0.name == name }) else {
                return Self.missing(name, among: known.map(\.name), inResult: index == 0)
            }
            // An object of another kind may have a member of the same name.
            found = own.filter { $0.name == name }.dropFirst().reduce(member.schema) {
                .either($0, $1.schema)
            }
        }
        return nil
    }

    private static func missing(_ name: String, among known: [String], inResult isOutermost: Bool) -> String {
        guard !known.isEmpty || isOutermost else { return "the value before '\(name)' has no members" }
        let nearest = NearestName.of(name, among: known).map { "did you mean '\($0)'?" }
        let others = known.isEmpty ? "it has no members" : "use \(known.joined(separator: ", "))"
        return "the result has no '\(name)'; \(nearest ?? others)"
    }

    /// The schema of an item of a list, or nil if this is none.
    private var items: ValueSchema? {
        guard case .array(let item)? = possibleMembers?.first(where: { $0.name == "items" })?.schema else {
            return nil
        }
        return item
    }

    /// The members that a value of this schema can have, or nil if they are not known.
    private var possibleMembers: [Member]? {
        switch self {
        case .any: nil
        case .object(let members): members
        case .shape(let shape): shape.members
        case .nullable(let schema): schema.possibleMembers
        case .either(let one, let other):
            one.possibleMembers.flatMap { one in other.possibleMembers.map { one + $0 } }
        default: []
        }
    }
}
