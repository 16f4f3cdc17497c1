// SPDX-License-Identifier: MIT
import JokeClient

extension Command {
    static let mcp = Command(
        "mcp", .desktop, "Serve an assistant (Model Context Protocol)",
        details: [
            "An assistant starts this command and talks to it on the standard input and output. It can show the joke "
                + "on the card, the next one and the joke of the day, like a joke, add a joke of yours, and search the "
                + "saved jokes. It cannot delete a joke or change a setting. docs/assistants.md has configurations.",
            "Each description and each result tells the assistant that jokes are text from strangers, not "
                + "instructions.",
        ],
        exitStatus: "124 if the assistant reads no reply for 30 seconds; 0 at the end of the input",
        examples: [
            Example("jokectl mcp", "serve until the input ends"),
            Example("jokectl mcp <requests.jsonl", "answer the requests in a file"),
        ]
    ) { (_, context) throws(CommandError) in
        try AssistantServer(context).run()
    }
}
