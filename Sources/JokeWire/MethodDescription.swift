// SPDX-License-Identifier: MIT

/// What a method takes, does and answers: the one source of its check and of its documentation.
package struct MethodDescription: Sendable, Hashable {
    package var name: String
    /// One sentence.
    package var summary: String
    /// In the order in which they may be given by position.
    package var params: [ParameterDescription]
    /// Whether it changes something, and so gets a `seq` and a place in the order of changes.
    package var isChange: Bool
    /// What its result holds.
    package var result: String

    package init(
        name: String, summary: String, params: [ParameterDescription] = [], isChange: Bool = false,
        result: String
    ) {
        self.name = name
        self.summary = summary
        self.params = params
        self.isChange = isChange
        self.result = result
    }
}

package struct ParameterDescription: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case string, integer, number, boolean, object
        /// An array of strings.
        case strings
    }

    package var name: String
    package var type: Kind
    package var required: Bool
    /// One sentence.
    package var summary: String

    package init(_ name: String, _ type: Kind, required: Bool = false, _ summary: String) {
        self.name = name
        self.type = type
        self.required = required
        self.summary = summary
    }
}

extension ParameterDescription.Kind {
    /// With its article, for messages.
    package var wording: String {
        switch self {
        case .string: "a string"
        case .integer: "an integer"
        case .number: "a number"
        case .boolean: "a boolean"
        case .object: "an object"
        case .strings: "an array of strings"
        }
    }

    /// Whether `json` is of this kind. No infinite number is: a number beyond a double's range is nobody's.
    func accepts(_ json: JSON) -> Bool {
        switch self {
        case .string: json.stringValue != nil
        case .integer: json.integerValue != nil
        case .number: json.numberValue?.isFinite == true
        case .boolean: json.boolValue != nil
        case .object: json.objectValue != nil
        case .strings: json.arrayValue?.allSatisfy { $0.stringValue != nil } == true
        }
    }
}
