// SPDX-License-Identifier: MIT

/// The members of a JSON object in the order in which they were written, duplicates included.
///
/// Two objects are equal if they have equal members in the same order. Lookup is linear, which suits the few members of
/// a message.
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

    /// The value of the member `name`, or nil if there is none. The last one of duplicates counts.
    package subscript(name: String) -> JSON? { members.last { $0.name.hasBytes(of: name) }?.value }

    /// The value of a member whose name is known at compile time. The lookup creates no `String`.
    subscript(name: StaticString) -> JSON? {
        name.withUTF8Buffer { wanted in
            members.last { $0.name.utf8.count == wanted.count && $0.name.utf8.elementsEqual(wanted) }?.value
        }
    }

    /// Appends a member, even if there is one with the same name.
    package mutating func append(_ name: String, _ value: JSON) {
        members.append(Member(name: name, value: value))
    }

    /// Sets the value of the member `name` and removes duplicates of it. Appends the member if there is none.
    package mutating func set(_ name: String, _ value: JSON) {
        guard let place = members.firstIndex(where: { $0.name.hasBytes(of: name) }) else {
            return append(name, value)
        }
        members[place].value = value
        var seen = false
        members.removeAll { member in
            guard member.name.hasBytes(of: name) else { return false }
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
