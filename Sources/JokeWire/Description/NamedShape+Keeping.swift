// SPDX-License-Identifier: MIT

// What keeps the store from harm, and what leaves it.
extension NamedShape {
    var keepingMembers: [ValueSchema.Member] {
        switch self {
        case .backup:
            [
                .init("path", .string, "In the daemon's data folder; not to be written to."),
                .init("bytes", .integer),
                .init("madeAt", .time),
            ]
        case .restoration: [.init("restoredAt", .time)] + Self.restorationMembers
        case .shareTarget:
            [
                .init("name", .string),
                .init("url", .string, "The link, in which {text} and {url} stand for the joke's."),
            ]
        default: []
        }
    }

    /// Without the time.
    static let restorationMembers: [ValueSchema.Member] = [
        .init("message", .string, "What happened, for people."),
        .init(
            "damaged", .string,
            "Where the damaged database, or what is left of it, is now; empty if nothing is left."),
        .init("backup", .nullable(.shape(.backup)), "What took its place; null for an empty one."),
    ]
}
