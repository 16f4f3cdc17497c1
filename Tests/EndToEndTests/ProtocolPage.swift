// SPDX-License-Identifier: MIT
import JokeTestSupport

/// Protocol.md, as its fenced blocks.
struct ProtocolPage {
    struct Block: Sendable {
        /// What follows the fence: `console`, `python`; empty for the talk of a client and a server.
        let language: String
        /// Of the fence.
        let line: Int
        /// That it stands under.
        let heading: String
        let lines: [String]

        var text: String { lines.map { $0 + "\n" }.joined() }
    }

    let blocks: [Block]

    init() throws {
        var blocks: [Block] = []
        var heading = ""
        var open: (language: String, line: Int)?
        var lines: [String] = []
        let page = try Files.text("\(Programs.checkout)/Protocol.md")
        for (index, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            switch open {
            case let (language, number)? where line == "```":
                blocks.append(Block(language: language, line: number, heading: heading, lines: lines))
                (open, lines) = (nil, [])
            case _?: lines.append(String(line))
            case nil where line.hasPrefix("```"): open = (String(line.dropFirst(3)), index + 1)
            case nil where line.hasPrefix("#"): heading = String(line.drop { $0 == "#" || $0 == " " })
            case nil: break
            }
        }
        self.blocks = blocks
    }
}
