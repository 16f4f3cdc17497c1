// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    private static let matching = Flag("matching", value: "QUERY", "those that a search for this finds")

    static let savedDelete = Command(
        "saved delete", "Delete saved jokes",
        arguments: [
            Argument(
                "ID", .any, "their ids, or as much of each as no other joke's id begins with",
                values: .savedJokes)
        ],
        flags: [matching] + SavedChoice.filters,
        details: [
            "All are deleted, or none: an id that is unknown (66) or fits several jokes (65) stops it. "
                + "`jokectl undo` brings them back, `jokectl saved restore` each of them for 30 days.",
            "Instead of ids it takes what they have in common, up to 1000 of them.",
        ],
        examples: [
            Example("jokectl saved delete mgdb ag_6", "two of them"),
            Example("jokectl saved delete --matching elephant", "all of elephants"),
        ]
    ) { (invocation, session) throws(Failure) in
        var params = try SavedChoice.filters(invocation)
        if let query = invocation.value(of: matching) { params.append("query", .string(query)) }
        let isByIDs = !invocation.arguments.isEmpty
        guard isByIDs != !params.members.isEmpty else {
            throw Failure(
                .usage,
                isByIDs
                    ? "give either ids or what they have in common, not both"
                    : "say which: give ids, or what they have in common, such as --matching or --source")
        }
        if isByIDs { params.append("jokes", .array(invocation.arguments.map { .string($0) })) }
        let result = try session.ask(.savedDelete, params)
        let deletion = try session.value(result, as: Deletion.init(json:at:))
        try session.show(result) { Rendering.deletion(deletion, $0) }
        return deletion.deleted.isEmpty ? .no : .done
    }

    static let savedRestore = Command(
        "saved restore", "Bring deleted jokes back",
        arguments: [
            Argument(
                "ID", .oneOrMore, "their ids, or as much of each as no other deleted joke's id begins with",
                values: .deletedJokes)
        ],
        details: [
            "They are saved again, with their dates. `jokectl saved list --deleted` shows what there is: for 30 days, "
                + "then it goes."
        ],
        examples: [Example("jokectl saved restore mgdb", "one of them")]
    ) { (invocation, session) throws(Failure) in
        let params: JSONObject = ["jokes": .array(invocation.arguments.map { .string($0) })]
        try session.show(
            try session.ask(.savedRestore, params), as: Restoration.init(json:at:), Rendering.restoration)
        return .done
    }
}
