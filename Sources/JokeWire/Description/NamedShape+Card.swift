// SPDX-License-Identifier: MIT

// Jokes, the state, and what changes and lists answer.
extension NamedShape {
    var cardMembers: [ValueSchema.Member] {
        switch self {
        case .joke:
            [
                .init("id", .string, "Names it for ever."),
                .init("value", .string, "The whole text."),
                .init("setup", .nullable(.string), "The first of two parts; null for a joke in one."),
                .init("punchline", .nullable(.string), "The second of two parts; null for a joke in one."),
                .init("categories", .array(of: .string)),
                .init("source", .string, "The name of the source it came from."),
                .init("language", .string, "ISO 639-1."),
                .init("url", .nullable(.string)),
                .init("translation", .nullable(.shape(.translation))),
            ]
        case .translation:
            [
                .init("language", .string, "ISO 639-1."),
                .init("value", .string),
                .init("machine", .boolean, "Whether a machine made it."),
                .init("attribution", .shape(.attribution)),
            ]
        case .attribution: [.init("engine", .string), .init("text", .string), .init("url", .string)]
        case .state:
            [
                .init("fetching", .boolean, "Whether something is being fetched, ahead of need included."),
                .init("joke", .shape(.joke), "The one on the card."),
                .init("backgroundColor", .words(["gray", "red", "green"])),
                .init("decisionState", .words(["disliked", "undecided", "liked"])),
                .init("showTranslation", .boolean, "Whether translations are shown, where there are any."),
                .init("cardTranslation", .number, "The card's shift, a fraction of its width."),
                .init("error", .nullable(.shape(.trouble))),
                .init("online", .boolean, "Whether the last attempt to reach the network succeeded."),
                .init("queue", .shape(.queueCount)),
                .init("saved", .shape(.savedCount)),
            ]
        case .trouble:
            [
                .init("kind", .words(of: ErrorKind.self)),
                .init("message", .string, "For people."),
                .init("retryAt", .nullable(.time), "When it is tried again."),
            ]
        case .queueCount: [.init("count", .integer), .init("capacity", .integer)]
        case .savedCount: [.init("count", .integer)]
        default: []
        }
    }

    var resultMembers: [ValueSchema.Member] {
        switch self {
        case .change: changeMembers
        case .decision:
            changeMembers + [
                .onCard,
                .init("decided", .nullable(.shape(.joke)), "The one that was liked or disliked."),
            ]
        case .undoing: changeMembers + [.onCard, .init("undone", .shape(.undone))]
        case .undone:
            [
                .init("kind", .words(["liked", "disliked", "deleted", "restored"]), "What had been done."),
                .init("jokes", .array(of: .string), "Their ids."),
            ]
        case .daily: [.init("date", .date, "The local one."), .init("joke", .shape(.joke))]
        case .showing:
            changeMembers + [.init("showTranslation", .boolean, "Whether they are shown now."), .onCard]
        case .translated: changeMembers + [.init("joke", .shape(.joke), "With its translation.")]
        case .queue:
            [
                .init("items", .array(of: .shape(.joke))), .init("total", .integer),
                .init("capacity", .integer),
            ]
        case .taste:
            [
                .init("enabled", .boolean, "Whether it is learned, and chosen by."),
                .init(
                    "arms", .array(of: .shape(.tasteArm)),
                    "The sources, then the categories, each kind with those first that come most often."),
            ]
        case .tasteArm:
            [
                .init("kind", .words(["source", "category"])), .init("name", .string),
                .init("weight", .number, "The configured one; 0 for a source that is off."),
                .init("likes", .integer, "Among the newest decisions on it."),
                .init("dislikes", .integer, "Among the newest decisions on it."),
                .init("mean", .number, "The chance of a like, from 0 to 1."),
                .init("share", .number, "About how much of its kind comes of it, from 0 to 1."),
            ]
        default: []
        }
    }

    var changeMembers: [ValueSchema.Member] {
        [
            .init("seq", .integer, "The number of the newest event that it caused."),
            .init("changed", .boolean, "Whether anything did."),
        ]
    }
}

extension ValueSchema.Member {
    fileprivate static let onCard = ValueSchema.Member("joke", .shape(.joke), "The one on the card now.")
}
