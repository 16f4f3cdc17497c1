// SPDX-License-Identifier: MIT
package import JokeWire

/// A method as `rpc.discover` describes it (OpenRPC 1.3, Method Object).
package struct MethodDocument: Sendable, Hashable {
    package struct Parameter: Sendable, Hashable {
        package var name: String
        /// The type in words, such as `string`, `array of string` or `integer from 1 to 200`.
        package var type: String
        package var isRequired: Bool
        package var summary: String?

        package init(_ name: String, _ type: String, isRequired: Bool = false, summary: String? = nil) {
            self.name = name
            self.type = type
            self.isRequired = isRequired
            self.summary = summary
        }
    }

    package struct Mistake: Sendable, Hashable {
        package var kind: String
        package var message: String

        package init(kind: String, message: String) {
            self.kind = kind
            self.message = message
        }
    }

    package var name: String
    package var summary: String?
    package var parameters: [Parameter]
    package var result: String
    package var errors: [Mistake]

    package init(
        name: String, summary: String?, parameters: [Parameter], result: String, errors: [Mistake]
    ) {
        self.name = name
        self.summary = summary
        self.parameters = parameters
        self.result = result
        self.errors = errors
    }
}

extension MethodDocument {
    package static func all(json: JSON, at path: String) throws(WireDecodingError) -> [MethodDocument] {
        try ObjectReader(json, at: path).array("methods", MethodDocument.init(json:at:))
    }

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        let reader = try ObjectReader(json, at: path)
        self.init(
            name: try reader.string("name"), summary: try reader.optionalString("summary"),
            parameters: try reader.array("params", Parameter.init(json:at:)),
            result: Self.words(for: json["result"]?["schema"] ?? .null),
            errors: (json["errors"]?.arrayValue ?? []).compactMap(Mistake.init))
    }

    /// Replaces references to errors by the errors that the document defines.
    package mutating func resolve(in document: JSON) {
        let known = document["components"]?["errors"]
        errors = errors.map { error in known?[error.kind].flatMap(Mistake.init) ?? error }
    }

    /// Returns a schema in a few words, or `any` if it has no type.
    fileprivate static func words(for schema: JSON) -> String {
        if let reference = schema["$ref"]?.stringValue {
            return reference.split(separator: "/").last.map(String.init) ?? reference
        }
        if let words = (schema["enum"] ?? schema["examples"])?.arrayValue?.compactMap(\.stringValue),
            !words.isEmpty
        {
            return words.joined(separator: "|")
        }
        if let choices = (schema["anyOf"] ?? schema["oneOf"])?.arrayValue {
            return choices.map(words).joined(separator: " or ")
        }
        if let types = schema["type"]?.arrayValue?.compactMap(\.stringValue) {
            return types.joined(separator: " or ")
        }
        switch schema["type"]?.stringValue {
        case "array": return "array of " + words(for: schema["items"] ?? .null)
        case "object":
            let members = schema["properties"]?.objectValue?.names ?? []
            return "{" + members.joined(separator: ", ") + "}"
        case "integer":
            guard let least = schema["minimum"]?.integerValue, let most = schema["maximum"]?.integerValue
            else {
                return "integer"
            }
            return "integer from \(least) to \(most)"
        case let type?: return type
        case nil: return "any"
        }
    }
}

extension MethodDocument.Parameter {
    package init(json: JSON, at path: String) throws(WireDecodingError) {
        let reader = try ObjectReader(json, at: path)
        self.init(
            try reader.string("name"), MethodDocument.words(for: json["schema"] ?? .null),
            isRequired: json["required"]?.boolValue ?? false,
            summary: json["summary"]?.stringValue ?? json["description"]?.stringValue)
    }
}

extension MethodDocument.Mistake {
    fileprivate init?(_ json: JSON) {
        if let reference = json["$ref"]?.stringValue {
            self.init(kind: reference.split(separator: "/").last.map(String.init) ?? reference, message: "")
            return
        }
        guard let message = json["message"]?.stringValue else { return nil }
        self.init(
            kind: json["data"]?["kind"]?.stringValue ?? json["code"]?.jsonText ?? "error", message: message)
    }
}
