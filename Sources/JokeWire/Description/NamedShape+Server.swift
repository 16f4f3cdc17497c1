// SPDX-License-Identifier: MIT

// What the server says of itself, and its errors.
extension NamedShape {
    var serverMembers: [ValueSchema.Member] {
        switch self {
        case .hello:
            [
                .init("server", .string, "jokesd."), .init("version", .string),
                .init("protocol", .integer),
                .init("epoch", .string, "New where the numbers of events began anew."),
                .init("connection", .integer, "The number of yours."),
                .init("features", .array(of: .string), "The methods that there are."),
                .init("limits", .shape(.limits)),
            ]
        case .limits: Limits.told().map { .init($0.name, .integer, $0.summary) }
        case .document:
            [
                .init("openrpc", .string), .init("info", .any), .init("methods", .array(of: .any)),
                .init("components", .any),
                .init("x-errors", .array(of: .any), "What every method can fail with."),
                .init("x-events", .any), .init("x-limits", .array(of: .any)),
            ]
        case .daemonStatus: statusMembers
        case .sourceStatus:
            [
                .init("name", .string),
                .init("type", .string, "Which kind of source it is."),
                .init("enabled", .boolean),
                .init("weight", .number, "How often it is chosen, relative to the others."),
                .init("state", .words(Self.sourceStates)),
                .init("error", .nullable(.shape(.trouble)), "Why it fails."),
                .init("message", .nullable(.string), "That of the error."),
                .init("retryAt", .nullable(.time), "That of the error."),
                .init("budget", .nullable(.shape(.budget)), "Of requests; null for as many as one likes."),
                .init("nextFetch", .nullable(.time), "Not before then, unless somebody waits for it."),
                .init("given", .integer, "Jokes that were new, since the start."),
                .init("seen", .integer, "Jokes that were not, since the start."),
                .init("filtered", .integer, "Jokes that were kept out, since the start."),
                .init(
                    "reasons", .nullable(.array(of: .shape(.filterReason))),
                    "The commonest first; null where they were not asked for."),
            ]
        case .budget:
            [
                .init("limit", .integer, "On a local day."), .init("used", .integer),
                .init("left", .integer), .init("renewsAt", .time),
            ]
        case .filterReason:
            [
                .init(
                    "reason",
                    .words(["category", "flag", "word", "tooShort", "tooLong", "language"])),
                .init("what", .nullable(.string), "Which category, flag, word or language."),
                .init("count", .integer),
            ]
        case .clientStatus: clientMembers
        case .cause:
            [
                .init("method", .string),
                .init("client", .nullable(.string), "The name that it gave in hello."),
                .init("connection", .integer),
            ]
        case .error:
            [
                .init("code", .integer), .init("message", .string, "For people."),
                .init("data", .shape(.errorData)),
            ]
        case .errorData: errorMembers
        default: []
        }
    }

    /// Of several that hold, the first is told.
    package static let sourceStates = [
        "off", "fetching", "limited", "spent", "open", "failing", "exhausted", "resting", "ready",
    ]

    private var statusMembers: [ValueSchema.Member] {
        [
            .init("version", .string), .init("protocol", .integer), .init("pid", .integer),
            .init("uptime", .integer, "In seconds."),
            .init("socket", .string), .init("data", .string, "The folder of the store."),
            .init("epoch", .string), .init("seq", .integer),
            .init("queue", .shape(.queueCount)), .init("saved", .shape(.savedCount)),
            .init("error", .nullable(.shape(.trouble))),
            .init(
                "restoration", .nullable(.shape(.restoration)),
                "The newest since the start; null where the store was whole."),
            .init("sources", .array(of: .shape(.sourceStatus))),
            .init("connections", .integer), .init("requests", .integer, "Since the start."),
            .init(
                "clients", .nullable(.array(of: .shape(.clientStatus))),
                "The open connections; null where they were not asked for."),
        ]
    }

    private var clientMembers: [ValueSchema.Member] {
        [
            .init("connection", .integer),
            .init("client", .nullable(.string), "The name that it gave in hello."),
            .init("requests", .integer),
            .init("received", .integer, "In bytes."), .init("sent", .integer, "In bytes."),
            .init("unsent", .integer, "In bytes."),
            .init("inFlight", .integer, "Requests that are not answered yet."),
            .init("subscriptions", .integer),
            .init("coalesced", .integer, "States that a newer one took the place of."),
            .init("dropped", .integer, "Events of the log that it was too slow for."),
            .init("connectedFor", .integer, "In seconds."),
        ]
    }

    private var errorMembers: [ValueSchema.Member] {
        [
            .init("kind", .words(of: ErrorKind.self)),
            .init("retry", .boolean, "Whether the same request may succeed later."),
            .init("current", .string, isRequired: false, "The id of the joke on the card (stale_joke)."),
            .init("parameter", .string, isRequired: false, "Which one is wrong (invalid_params)."),
            .init(
                "expected", .either(.string, .integer), isRequired: false,
                "What it should be, or how many there may be (invalid_params)."),
            .init("joke", .string, isRequired: false, "The id that was given (not_found, ambiguous)."),
            .init(
                "lines", .array(of: .object([.init("line", .integer), .init("problem", .string)])),
                isRequired: false, "What is wrong with which lines (bad_data)."),
            .init("offset", .integer, isRequired: false, "In bytes (parse_error)."),
            .init("limit", .integer, isRequired: false, "In bytes (too_large)."),
            .init("retryAt", .nullable(.time), isRequired: false, "When it is worth trying again."),
            .init(
                "problems", .array(of: .string), isRequired: false,
                "All that is wrong, and where (bad_configuration)."),
        ]
    }
}
