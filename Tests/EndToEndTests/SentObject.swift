// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire

/// The result of a reply, or the params of an event, with its schema.
struct SentObject {
    /// The method, or the word `event` and the kind of the event.
    let name: String
    let value: JSON
    let schema: ValueSchema

    /// Returns nil for a message that is no reply to a known method and no event.
    init?(_ message: JSON, _ method: Method?) {
        if message["method"] == "event", let params = message["params"] {
            guard let known = EventDescription.of(params) else { return nil }
            self.init(
                name: "event \(known.event ?? known.topic?.rawValue ?? "")", value: params,
                schema: known.params)
        } else if let error = message["error"] {
            self.init(name: "error", value: error, schema: .shape(WireError.namedSchema))
        } else {
            guard let method, let result = message["result"] else { return nil }
            self.init(name: method.rawValue, value: result, schema: method.description.result)
        }
    }

    private init(name: String, value: JSON, schema: ValueSchema) {
        (self.name, self.value, self.schema) = (name, value, schema)
    }
}

/// The values of each member of each object that a daemon has sent. A member that no code assigns always has its default.
struct MemberValues {
    /// The values by the path of a member. It begins at the innermost object with a name.
    private var values: [String: Set<JSON>] = [:]
    /// The paths of the members that are one of few words.
    private var words: Set<String> = []

    init(_ objects: [SentObject]) {
        for object in objects { add(object.value, object.schema, object.name) }
    }

    private mutating func add(_ value: JSON, _ schema: ValueSchema, _ path: String) {
        switch schema {
        case .shape(let shape): add(value, shape.schema, shape.name)
        case .nullable(let schema): if !value.isNull { add(value, schema, path) }
        case .array(let element): for part in value.arrayValue ?? [] { add(part, element, path) }
        case .either(let one, let other):
            add(value, one.mismatch(in: value) == nil ? one : other, path)
        case .object(let members):
            for member in members where member.isRequired {
                let place = "\(path).\(member.name)"
                let value = value[member.name] ?? .null
                values[place, default: []].insert(value)
                if case .words = member.schema { words.insert(place) }
                add(value, member.schema, place)
            }
        default: break
        }
    }

    /// The members that had only one value, and this one may be a default.
    var unassigned: [String] {
        values.filter { path, values in
            values.count == 1 && (words.contains(path) || values.allSatisfy(isEmpty))
        }
        .keys.sorted()
    }

    /// The required members of named schemas that no object had.
    var missing: [String] {
        NamedSchema.all.flatMap { shape in
            shape.members.filter(\.isRequired).map { "\(shape.name).\($0.name)" }
        }
        .filter { values[$0] == nil }
    }

    private func isEmpty(_ value: JSON) -> Bool {
        switch value {
        case .object(let object): object.allSatisfy { isEmpty($0.value) }
        default: [.null, false, 0, "", []].contains(value)
        }
    }
}
