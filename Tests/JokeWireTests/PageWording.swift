// SPDX-License-Identifier: MIT

import JokeWire

/// Prints the rows of Protocol.md's tables.
enum PageWording {
    static func row(_ method: MethodDescription) -> String {
        row([
            "`\(method.name)`" + (method.isChange ? " ●" : ""), list(method.params.map(Item.init)),
            result(method.result),
        ])
    }

    /// A parameter of one or more methods.
    static func row(_ parameter: ParameterDescription, of methods: [MethodDescription]) -> String {
        let isOfAll = methods.map(\.name) == Method.allCases.map(\.description).filter(\.isChange).map(\.name)
        return row([
            "`\(parameter.name)`", isOfAll ? "●" : methods.map { "`\($0.name)`" }.joined(separator: ", "),
            parameter.summary,
        ])
    }

    static func row(_ shape: NamedSchema) -> String {
        row([shape.name, list(shape.members.map(Item.init)), shape.summary])
    }

    static func row(_ event: EventDescription) -> String {
        let own = event.members.filter { event == .gap || !["time", "cause"].contains($0.name) }
        return row(["`\(event.event ?? "")`", list(own.map(Item.init)), event.summary])
    }

    static func row(_ kind: ErrorKind) -> String {
        row(["`\(kind.rawValue)`", "\(kind.code)", kind.retry ? "yes" : "no", kind.summary])
    }

    private static func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }

    private static func result(_ schema: ValueSchema) -> String {
        switch schema {
        case .object(let members) where members.isEmpty: "`{}`"
        case .object(let members): list(members.map(Item.init))
        default: type(schema)
        }
    }

    /// Prints items. Neighbors of the same type share it: `a`, `b`: strings; `c`: integer.
    private static func list(_ items: [Item]) -> String {
        var groups: [[Item]] = []
        for item in items {
            if let last = groups.last?.last, last.isLike(item) {
                groups[groups.count - 1].append(item)
            } else {
                groups.append([item])
            }
        }
        return groups.isEmpty ? "–" : groups.map(group).joined(separator: "; ")
    }

    private static func group(_ items: [Item]) -> String {
        let names = items.map { "`\($0.name)`" }.joined(separator: ", ")
        return "\(names): \(type(items[0].schema, isPlural: items.count > 1))\(items[0].remark)"
    }

    private static func type(_ schema: ValueSchema, isPlural: Bool = false) -> String {
        let s = isPlural ? "s" : ""
        return switch schema {
        case .any: "any"
        case .boolean: "boolean\(s)"
        case .number: "number\(s)"
        case .integer: "integer\(s)"
        case .range(let range): "integer\(s) from \(range.lowerBound) to \(range.upperBound)"
        case .string: "string\(s)"
        case .words(let words) where words == ErrorKind.allCases.map(\.rawValue): "kind of error"
        case .words(let words): words.map { "`\($0)`" }.joined(separator: ", ")
        case .constant(let word): "`\(word)`"
        case .time: "time\(s)"
        case .date: "date\(s)"
        case .array(let element): "array\(s) of \(elements(element))"
        case .object(let members): "`{\(members.map(\.name).joined(separator: ", "))}`"
        case .nullable(let schema): "\(type(schema, isPlural: isPlural)) or null"
        case .either(let one, let other): "\(type(one)) or \(type(other))"
        case .shape(let shape): shape.name
        }
    }

    private static func elements(_ schema: ValueSchema) -> String {
        if case .any = schema { "anything" } else { type(schema, isPlural: true) }
    }
}

/// A parameter or a member.
private struct Item {
    var name: String
    var schema: ValueSchema
    /// The remark after the type.
    var remark: String

    init(_ parameter: ParameterDescription) {
        (name, schema) = (parameter.name, parameter.schema)
        remark =
            parameter.fallback.map { ", else \(Self.code($0))" } ?? (parameter.required ? ", required" : "")
    }

    init(_ member: ValueSchema.Member) {
        (name, schema) = (member.name, member.schema)
        remark = member.isRequired ? "" : ", or left out"
    }

    func isLike(_ other: Item) -> Bool { schema == other.schema && remark == other.remark }

    private static func code(_ value: JSON) -> String {
        value.numberValue != nil ? value.jsonText : "`\(value.jsonText)`"
    }
}
