// SPDX-License-Identifier: MIT
import JokeClient

/// The bar that a command prints for, and the width of its line.
struct BarOptions: Sendable {
    static let width = Option(
        "width", "N", .number(1...1000),
        "with --for, show at most N columns of the joke (60)")

    /// The options of `follow` only.
    static let page = Option("page", "with --for, show a long joke in parts; SIGUSR1 shows the next one")
    static let scroll = Option(
        "scroll", "SECONDS", .seconds(upTo: 3_600), "with --for, show a long joke in parts, each for SECONDS")

    let bar: Bar
    let width: Int
    /// Whether a long joke is shown in parts.
    let isPaged: Bool
    /// The time after which the next part is shown, in seconds, or nil.
    let scroll: Double?

    /// - Parameter option: The option that names one of the bars that the command serves.
    /// - Returns: Nil if no bar is named.
    init?(_ invocation: Invocation, _ option: Option, _ context: CommandContext) throws(CommandError) {
        scroll = invocation.seconds(Self.scroll)
        isPaged = invocation.has(Self.page) || scroll != nil
        guard let bar: Bar = invocation.word(option) else {
            guard !isPaged else { throw CommandError(.usage, localized("--page and --scroll need --for")) }
            return nil
        }
        guard !context.isRaw else {
            throw CommandError(.usage, localized("--for cannot be combined with --json or --format"))
        }
        self.bar = bar
        width = invocation.number(Self.width) ?? BarCard.usualWidth
    }
}
