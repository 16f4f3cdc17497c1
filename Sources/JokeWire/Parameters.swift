// SPDX-License-Identifier: MIT

/// The parameters of a request, checked against the description of the method.
///
/// They are given by name or, as an array, by position. A null counts as left out. An unknown name is an error: if a
/// misspelt `ifJoke` were ignored, a request could like the wrong joke.
package struct Parameters: Sendable {
    private var given: JSONObject

    package init(_ json: JSON, for method: MethodDescription) throws(WireError) {
        switch json {
        case .object(let object): given = object
        case .array(let values): given = try Self.named(values, for: method)
        case .null: given = [:]
        default: throw WireError(.invalidParams, "The params must be an object or an array.")
        }
        for member in given where !method.params.contains(where: { $0.name.hasBytes(of: member.name) }) {
            throw WireError(unknown: member.name, of: method)
        }
        for parameter in method.params { try check(parameter) }
    }

    /// The id of the joke that must be on the card, or nil for any joke.
    package var ifJoke: Joke.ID? { string("ifJoke").map(Joke.ID.init(rawValue:)) }

    package func string(_ name: String) -> String? { given[name]?.stringValue }
    package func double(_ name: String) -> Double? { given[name]?.numberValue }
    package func integer(_ name: String) -> Int? { given[name]?.integerValue }
    package func bool(_ name: String) -> Bool? { given[name]?.boolValue }
    package func strings(_ name: String) -> [String]? { given[name]?.arrayValue?.compactMap(\.stringValue) }
    package func object(_ name: String) -> JSONObject? { given[name]?.objectValue }

    /// Whether the parameter is given and is neither null nor false.
    fileprivate func has(_ name: String) -> Bool {
        switch given[name] {
        case nil, .null?, .bool(false)?: false
        default: true
        }
    }

    private static func named(_ values: [JSON], for method: MethodDescription) throws(WireError) -> JSONObject
    {
        guard values.count <= method.params.count else {
            throw WireError(tooMany: values.count, for: method)
        }
        return JSONObject(
            members: zip(method.params, values).map { JSONObject.Member(name: $0.name, value: $1) })
    }

    private func check(_ parameter: ParameterDescription) throws(WireError) {
        guard let value = given[parameter.name], !value.isNull else {
            guard parameter.required else { return }
            throw WireError(missing: parameter.name, expected: parameter.schema.wording)
        }
        guard let mismatch = parameter.schema.mismatch(in: value)?.within(parameter.name) else { return }
        throw mismatch.isMissing
            ? WireError(missing: mismatch.path, expected: mismatch.expected)
            : WireError(parameter: mismatch.path, expected: mismatch.expected, found: mismatch.found)
    }
}

extension WireError {
    /// Creates the error for a parameter with an invalid value, such as one out of range or an unknown word.
    package init(parameter name: String, expected: String, found: String) {
        self.init(
            .invalidParams, "Parameter '\(name)': expected \(expected), found \(found).",
            data: ["parameter": .string(name), "expected": .string(expected)])
    }

    fileprivate init(missing name: String, expected: String) {
        self.init(
            .invalidParams, "Parameter '\(name)' is missing: expected \(expected).",
            data: ["parameter": .string(name), "expected": .string(expected)])
    }

    fileprivate init(tooMany count: Int, for method: MethodDescription) {
        let most = method.params.count
        let taken =
            switch most {
            case 0: "no parameters"
            case 1: "at most one parameter"
            default: "at most \(most) parameters"
            }
        self.init(
            .invalidParams, "\(method.name) takes \(taken), but got \(count).",
            data: ["expected": .integer(most)])
    }

    fileprivate init(unknown name: String, of method: MethodDescription) {
        self.init(unknown: name, of: method.name, known: method.params.map(\.name))
    }

    /// The error for a parameter that `taker`, a method or a tool, does not have.
    package init(unknown name: String, of taker: String, known: [String]) {
        let advice =
            if let nearest = NearestName.of(name, among: known) {
                "did you mean '\(nearest)'?"
            } else if known.isEmpty {
                "it takes none."
            } else {
                "it takes \(known.joined(separator: ", "))."
            }
        let quoted = QuotedExcerpt.part(of: name)
        self.init(
            .invalidParams, "\(taker) has no parameter '\(quoted)': \(advice)",
            data: ["parameter": .string(quoted)])
    }
}

extension MethodDescription {
    /// Whether the reply to a request with these parameters may take as long as a fetch.
    package func waits(given parameters: Parameters) -> Bool {
        switch waits {
        case .never: false
        case .always: true
        case .ifGiven(let names): names.contains(where: parameters.has)
        }
    }
}
