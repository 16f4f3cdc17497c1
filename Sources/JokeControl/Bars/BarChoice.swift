// SPDX-License-Identifier: MIT

/// For which bar a command prints, and how wide.
struct BarChoice: Sendable {
    static let width = Command.Flag(
        "width", value: "N", "with --for: how many columns of the joke are shown (\(BarCard.usualWidth))")

    let bar: Bar
    let width: Int

    /// - Parameter known: the bars that this command serves.
    /// - Returns: nil where no bar is named.
    init?(_ invocation: Invocation, _ flag: Command.Flag, known: [Bar]) throws(Failure) {
        guard let name = invocation.value(of: flag) else { return nil }
        guard let bar = known.first(where: { $0.rawValue == name }) else {
            let names = Rendering.list(known.map(\.rawValue))
            throw Failure(UsageError.invalidValue(flag, name, expected: "one of \(names)"))
        }
        guard invocation.globals.form == .page else {
            throw Failure(.usage, "--for has a form of its own; leave --json and --format out")
        }
        self.bar = bar
        guard let text = invocation.value(of: Self.width) else {
            width = BarCard.usualWidth
            return
        }
        guard let columns = Int(text), 1...1000 ~= columns else {
            throw Failure(UsageError.invalidValue(Self.width, text, expected: "a number from 1 to 1000"))
        }
        width = columns
    }
}
