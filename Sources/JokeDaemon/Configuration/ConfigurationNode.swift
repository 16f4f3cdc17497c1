// SPDX-License-Identifier: MIT
import JokeWire

/// A JSON value of a configuration file, with its location.
package struct ConfigurationNode {
    struct Member {
        let name: String
        /// The location of the name.
        let location: FileLocation
        var node: ConfigurationNode
    }

    /// The members of an object in the order of the file. Finding one takes the same time however many there are.
    struct Members: Sequence {
        private var list: [Member] = []
        private var indices: [String: Int] = [:]

        subscript(name: String) -> Member? { indices[name].map { list[$0] } }

        /// Adds a member, or replaces the one with its name.
        mutating func set(_ member: Member) {
            if let index = indices[member.name] {
                list[index] = member
            } else {
                indices[member.name] = list.count
                list.append(member)
            }
        }

        func makeIterator() -> IndexingIterator<[Member]> { list.makeIterator() }
    }

    enum Content {
        case object(Members)
        /// Any other value, including a whole array.
        case value(JSON)
    }

    let location: FileLocation
    var content: Content

    subscript(name: String) -> Member? {
        guard case .object(let members) = content else { return nil }
        return members[name]
    }

    /// Replaces the values of this node with those of `other`: objects key by key, any other value as a whole.
    mutating func merge(_ other: ConfigurationNode) {
        guard case .object(var members) = content, case .object(let others) = other.content else {
            self = other
            return
        }
        for member in others {
            var merged = member
            if let older = members[member.name] {
                merged.node = older.node
                merged.node.merge(member.node)
            }
            members.set(merged)
        }
        content = .object(members)
    }
}

/// Parses the text of one file into nodes. A file with only blanks and comments is an empty object.
package struct ConfigurationParser {
    let file: String
    /// The file as plain JSON, with unchanged offsets.
    private let bytes: [UInt8]
    /// The position of the last node that was located. The next one is found from here.
    private var positions = PositionFinder()
    private(set) var problems: [ConfigurationDiagnostic] = []

    /// Parses a file. The root is nil if the text is invalid, and `problems` has the errors.
    package static func parse(
        _ text: [UInt8], file: String
    ) -> (root: ConfigurationNode?, problems: [ConfigurationDiagnostic]) {
        do throws(JSONC.UnterminatedCommentError) {
            var parser = ConfigurationParser(file: file, bytes: try JSONC.strip(text))
            return (parser.document(), parser.problems)
        } catch {
            var positions = PositionFinder()
            positions.advance(to: error.offset, in: text)
            let message = "this comment does not end; */ is missing"
            return (
                nil,
                [ConfigurationDiagnostic(FileLocation(file: file, position: positions.position), message)]
            )
        }
    }

    private init(file: String, bytes: [UInt8]) { (self.file, self.bytes) = (file, bytes) }

    private mutating func document() -> ConfigurationNode? {
        guard bytes.contains(where: { $0 > 0x20 }) else {
            return ConfigurationNode(location: FileLocation(file: file), content: .object(.init()))
        }
        return bytes.withUnsafeBufferPointer { buffer in
            var reader = JSONReader(buffer)
            do throws(JSONError) {
                let root = try node(&reader, path: [])
                try reader.end()
                return root
            } catch {
                problems.append(ConfigurationDiagnostic(location(of: error.offset), error.reason.text))
                return nil
            }
        }
    }

    private mutating func node(
        _ reader: inout JSONReader, path: [String]
    ) throws(JSONError) -> ConfigurationNode {
        let first = try reader.peek()
        let location = location(of: reader.offset)
        guard first == UInt8(ascii: "{") else {
            return ConfigurationNode(location: location, content: .value(try reader.value()))
        }
        var members = ConfigurationNode.Members()
        try reader.enterObject()
        while let (name, start) = try name(&reader) {
            let path = path + [name]
            let member = ConfigurationNode.Member(
                name: name, location: self.location(of: start), node: try node(&reader, path: path))
            if let earlier = members[name] {
                let line = earlier.location.position.map { "line \($0.line)" } ?? "before"
                problems.append(
                    ConfigurationDiagnostic(
                        member.location, path: path.joined(separator: "."), "duplicate key; see \(line)"))
            } else {
                members.set(member)
            }
        }
        return ConfigurationNode(location: location, content: .object(members))
    }

    /// Returns the next member's name and the offset where it begins, or nil at the end of the object. The reader only
    /// knows the offset after the name.
    private func name(_ reader: inout JSONReader) throws(JSONError) -> (name: String, start: Int)? {
        var start = reader.offset
        guard let name = try reader.nextName() else { return nil }
        while start < bytes.count, bytes[start] != UInt8(ascii: "\"") { start += 1 }
        return (name, start)
    }

    private mutating func location(of offset: Int) -> FileLocation {
        positions.advance(to: min(offset, bytes.count), in: bytes)
        return FileLocation(file: file, position: positions.position)
    }
}
