// SPDX-License-Identifier: MIT
import JokeWire

/// Words types for docs/methods.md.
enum PageWording {
    static func type(of parameter: ParameterDescription) -> String {
        let remark =
            parameter.fallback.map { ", else \(code($0))" } ?? (parameter.required ? ", required" : "")
        return type(parameter.schema) + remark
    }

    static func type(of member: ValueSchema.Member) -> String {
        type(member.schema) + (member.isRequired ? "" : ", or left out")
    }

    static func result(_ schema: ValueSchema) -> String {
        switch schema {
        case .object(let members) where members.isEmpty: "`{}`"
        case .object(let members): list(members)
        default: type(schema)
        }
    }

    /// Returns `a`, `b` or `c`.
    static func either(_ words: [String]) -> String {
        guard words.count > 1, let last = words.last else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    /// Prints members in one line. Neighbors of the same type share it: `a`, `b`: strings; `c`: integer.
    static func list(_ members: [ValueSchema.Member]) -> String {
        var groups: [[ValueSchema.Member]] = []
        for member in members {
            if let last = groups.last?.last, last.schema == member.schema,
                last.isRequired == member.isRequired
            {
                groups[groups.count - 1].append(member)
            } else {
                groups.append([member])
            }
        }
        return groups.isEmpty ? "–" : groups.map(group).joined(separator: "; ")
    }

    private static func group(_ members: [ValueSchema.Member]) -> String {
        let names = members.map { "`\($0.name)`" }.joined(separator: ", ")
        let remark = members[0].isRequired ? "" : ", or left out"
        return "\(names): \(type(members[0].schema, isPlural: members.count > 1))\(remark)"
    }

    private static func type(_ schema: ValueSchema, isPlural: Bool = false) -> String {
        let s = isPlural ? "s" : ""
        return switch schema {
        case .any: "any"
        case .boolean: "boolean\(s)"
        case .number: "number\(s)"
        case .integer: "integer\(s)"
        case .range(let range): "integer\(s) from \(range.lowerBound) to \(range.upperBound)"
        case .text(let limit): "string\(s), ≤ \(limit) bytes"
        case .string: "string\(s)"
        case .words(let words) where words == ErrorKind.allCases.map(\.rawValue):
            "[kind of error](#kinds-of-errors)"
        case .words(let words): words.map { "`\($0)`" }.joined(separator: ", ")
        case .constant(let word): "`\(word)`"
        case .time: "time\(s)"
        case .date: "date\(s)"
        case .array(let element): "array\(s) of \(elements(element))"
        case .object(let members): "`{\(members.map(\.name).joined(separator: ", "))}`"
        case .nullable(let schema): "\(type(schema, isPlural: isPlural)) or null"
        case .either(let one, let other): "\(type(one)) or \(type(other))"
        case .shape(let shape): "[\(shape.name)](#shape-\(shape.name.lowercased()))"
        }
    }

    private static func elements(_ schema: ValueSchema) -> String {
        switch schema {
        case .any: "anything"
        case .words: "words: \(type(schema))"
        default: type(schema, isPlural: true)
        }
    }

    private static func code(_ value: JSON) -> String {
        value.numberValue != nil ? value.jsonText : "`\(value.jsonText)`"
    }

    /// Breaks a paragraph into lines of at most 120 columns.
    static func wrapped(_ text: String) -> String {
        var lines = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= 120 {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n")
    }
}
