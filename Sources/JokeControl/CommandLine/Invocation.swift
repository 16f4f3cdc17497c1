// SPDX-License-Identifier: MIT

/// What somebody typed, understood.
package struct Invocation: Sendable {
    package let command: Command
    /// Whether no command was named.
    package let isBare: Bool
    package let arguments: [String]
    package let globals: Globals
    /// The command's own flags that were given, in their order; of repeated ones the last counts.
    private let flags: [(name: String, value: String)]

    package init(
        command: Command, isBare: Bool = false, arguments: [String], flags: [(name: String, value: String)],
        globals: Globals
    ) {
        self.command = command
        self.isBare = isBare
        self.arguments = arguments
        self.flags = flags
        self.globals = globals
    }

    package func has(_ flag: Command.Flag) -> Bool { value(of: flag) != nil }
    package func value(of flag: Command.Flag) -> String? { flags.last { $0.name == flag.name }?.value }
}
