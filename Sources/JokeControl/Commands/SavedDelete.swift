// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    static let savedDelete = Command(
        "saved delete", "Delete saved jokes",
        arguments: [
            Argument("ID", .oneOrMore, "their ids, or as much of each as no other joke's id begins with")
        ],
        details: [
            "All are deleted, or none: an id that is unknown (66) or fits several jokes (65) stops it. "
                + "`jokectl undo` brings them back."
        ],
        examples: [Example("jokectl saved delete mgdb ag_6", "two of them")]
    ) { (invocation, session) throws(Failure) in
        let params: JSONObject = ["jokes": .array(invocation.arguments.map { .string($0) })]
        try session.show(
            try session.ask(.savedDelete, params), as: Deletion.init(json:at:), Rendering.deletion)
        return .done
    }
}
