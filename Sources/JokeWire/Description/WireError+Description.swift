// SPDX-License-Identifier: MIT

// Errors write and read themselves, because the members of their `data` depend on the kind.
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
            name: "ErrorData", summary: "The part of an error for programs.",
            members: [
                .init("kind", .words(of: ErrorKind.self)),
                .init("retry", .boolean, "Whether the same request may succeed later."),
                .init("current", .string, isRequired: false, "The id of the joke on the card (stale_joke)."),
                .init("parameter", .string, isRequired: false, "The wrong parameter (invalid_params)."),
                .init(
                    "expected", .either(.string, .integer), isRequired: false,
                    "What the parameter must be, or the most parameters (invalid_params)."),
                .init(
                    "joke", .string, isRequired: false, "The id in the request (not_found, ambiguous)."),
                .init(
                    "lines", .array(of: .object([.init("line", .integer), .init("problem", .string)])),
                    isRequired: false, "The invalid lines, each with its problem (bad_data)."),
                .init(
                    "offset", .integer, isRequired: false,
                    "The position of the error, in bytes (parse_error)."),
                .init(
                    "limit", .integer, isRequired: false,
                    "The longest line in bytes, or the most requests in a batch (too_large)."),
                .init(
                    "retryAt", .nullable(.time), isRequired: false, "The earliest time of a retry."),
                .init(
                    "problems", .array(of: .string), isRequired: false,
                    "The first 20 mistakes with their places (bad_configuration)."),
            ])
    }
}
