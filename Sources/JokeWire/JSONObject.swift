// SPDX-License-Identifier: MIT

/// The members of a JSON object as they were written: in their order, duplicates included.
///
/// Two objects are equal where they were written alike; order counts. Lookup is linear, as fits the few
/// members of a message.
package struct JSONObject: Sendable, Hashable {
    package struct Member: Sendable, Hashable {
        package var name: String
        package var value: JSON

        package init(name: String, value: JSON) {
            self.name = name
            self.value = value
        }
    }

    package private(set) var members: [Member]

    package init(members: [Member] = []) { self.members = members }

    package var names: [String] { members.map(\.name) }

    /// Of duplicates the last one counts.
    package subscript(name: String) -> JSON? { members.last { $0.name == name }?.value }

    /// The same for a name that is known when this is compiled, without making a string of it.
    subscript(name: StaticString) -> JSON? {
        let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        let member = members.last { $0.name.utf8.count == wanted.count && $0.name.utf8.elementsEqual(wanted) }
        return member?.value
    }

    /// Adds a member at the end, whether or not there is one of that name.
    package mutating func append(_ name: String, _ value: JSON) {
        members.append(Member(name: name, value: value))
    }

    /// Gives the member `name` this value, in its place, or at the end where there is none; drops duplicates.
    package mutating func set(_ name: String, _ value: JSON) {
        guard let place = members.firstIndex(where: { $0.name == name }) else {
            return append(name, value)
        }
        members[place].value = value
        var seen = false
        members.removeAll { member in
            guard member.name == name else { return false }
            defer { seen = true }
            return seen
        }
    }
}

extension JSONObject: RandomAccessCollection {
    package var startIndex: Int { members.startIndex }
    package var endIndex: Int { members.endIndex }
    package subscript(position: Int) -> Member { members[position] }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self.init(members: elements.map { Member(name: $0, value: $1) })
    }
}
