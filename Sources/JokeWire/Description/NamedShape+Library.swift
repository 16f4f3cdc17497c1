// SPDX-License-Identifier: MIT

// Parts of the library, and what became of changes to it.
extension NamedShape {
    var libraryMembers: [ValueSchema.Member] {
        switch self {
        case .deletion: changeMembers + [.init("deleted", .array(of: .string), "Their ids.")]
        case .restoring: changeMembers + [.init("restored", .array(of: .string), "Their ids.")]
        case .page:
            [
                .init("items", .array(of: .shape(.savedItem))),
                .init("next", .nullable(.string), "The cursor of the next page; null at the end."),
                .init("total", .integer, "How many there are in all; where `exact` is false, at least."),
                .init("exact", .boolean, "Whether there are just so many."),
            ]
        case .savedItem:
            [
                .init("joke", .shape(.joke)), .init("savedAt", .nullable(.time)),
                .init("deletedAt", .nullable(.time), "Of one in the trash."),
                .init("marks", .nullable(.shape(.marks)), "Of one that was searched for."),
            ]
        case .marks:
            [
                .init("value", .array(of: .array(of: .integer))),
                .init("translation", .array(of: .array(of: .integer))),
            ]
        case .exporting:
            [
                .init("lines", .array(of: .string), "Each is a JSON object."),
                .init("next", .nullable(.string), "The cursor of the next part; null at the end."),
            ]
        case .staging:
            [.init("import", .integer, "Its number."), .init("staged", .integer, "How many lines, so far.")]
        case .importing:
            changeMembers + [
                .init("added", .integer, "Of jokes that were not known."),
                .init("updated", .integer, "That took the place of older ones."),
                .init("unchanged", .integer, "That were as old as what was there, or older."),
                .init("skipped", .integer, "That were bad."),
            ]
        default: []
        }
    }
}
