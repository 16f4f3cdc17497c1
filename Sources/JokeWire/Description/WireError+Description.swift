// SPDX-License-Identifier: MIT

// Errors write and read themselves: what their `data` has depends on the kind.
extension WireError {
    package static var namedSchema: NamedSchema {
        NamedSchema(
            name: "Error", summary: "Why a request failed.",
            members: [
                .init("code", .integer), .init("message", .string, "For people."),
                .init("data", .shape(dataSchema)),
            ])
    }

    package static var dataSchema: NamedSchema {
        NamedSchema(
            name: "ErrorData", summary: "What programs go by in an error.",
            members: [
                .init("kind", .words(of: ErrorKind.self)),
                .init("retry", .boolean, "Whether the same request may succeed later."),
                .init("current", .string, isRequired: false, "The id of the joke on the card (stale_joke)."),
                .init("parameter", .string, isRequired: false, "Which one is wrong (invalid_params)."),
                .init(
                    "expected", .either(.string, .integer), isRequired: false,
                    "What it should be, or how many there may be (invalid_params)."),
                .init(
                    "joke", .string, isRequired: false, "The id that was given (not_found, ambiguous)."),
                .init(
                    "lines", .array(of: .object([.init("line", .integer), .init("problem", .string)])),
                    isRequired: false, "What is wrong with which lines (bad_data)."),
                .init("offset", .integer, isRequired: false, "In bytes (parse_error)."),
                .init("limit", .integer, isRequired: false, "In bytes (too_large)."),
                .init(
                    "retryAt", .nullable(.time), isRequired: false, "When it is worth trying again."),
                .init(
                    "problems", .array(of: .string), isRequired: false,
                    "All that is wrong, and where (bad_configuration)."),
            ])
    }
}
