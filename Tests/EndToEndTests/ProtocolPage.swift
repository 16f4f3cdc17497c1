// SPDX-License-Identifier: MIT
import JokeTestSupport

/// The fenced blocks of Protocol.md.
struct ProtocolPage {
    struct Block: Sendable {
        /// The word after the fence, such as `console` or `python`, or nothing for a dialog of client and server.
        let language: String
        /// The line number of the fence.
        let line: Int
        /// The heading of its section.
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
