// SPDX-License-Identifier: MIT
import JokeCommandLine

/// The bar that a command prints for, and the width of its line.
struct BarOptions: Sendable {
    static let width = Option(
        "width", "N", .number(1...1000),
        "with --for, show at most N columns of the joke (\(BarCard.usualWidth))")

    let bar: Bar
    let width: Int

    /// - Parameter option: The option that names one of the bars that the command serves.
    /// - Returns: Nil if no bar is named.
    init?(_ invocation: Invocation, _ option: Option, _ context: CommandContext) throws(CommandError) {
        guard let bar: Bar = invocation.word(option) else { return nil }
        guard !context.isRaw else {
            throw CommandError(.usage, "--for cannot be combined with --json or --format")
        }
        self.bar = bar
        width = invocation.number(Self.width) ?? BarCard.usualWidth
    }
}
