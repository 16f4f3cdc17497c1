// SPDX-License-Identifier: MIT
import JokeTestSupport

/// The fenced blocks of Protocol.md and of docs/methods.md.
struct ProtocolPage {
    static let paths = ["Protocol.md", "docs/methods.md"]

    struct Block: Sendable {
        /// The word after the fence, such as `console` or `python`, or nothing for a dialog of client and server.
        let language: String
        /// The path of the page.
        let page: String
        /// The line number of the fence.
        let line: Int
        /// The heading of its section.
        let heading: String
        let lines: [String]

        var text: String { lines.map { $0 + "\n" }.joined() }
    }

    let blocks: [Block]

    init() throws { blocks = try Self.paths.flatMap(Self.blocks) }

    private static func blocks(of path: String) throws -> [Block] {
        var blocks: [Block] = []
        var heading = ""
        var open: (language: String, line: Int)?
        var lines: [String] = []
        let page = try Files.text("\(Programs.checkout)/\(path)")
        for (index, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            switch open {
            case let (language, number)? where line == "```":
                blocks.append(
                    Block(language: language, page: path, line: number, heading: heading, lines: lines))
                (open, lines) = (nil, [])
            case _?: lines.append(String(line))
            case nil where line.hasPrefix("```"): open = (String(line.dropFirst(3)), index + 1)
            case nil where line.hasPrefix("#"): heading = String(line.drop { $0 == "#" || $0 == " " })
            case nil: break
            }
        }
        return blocks
    }
}
