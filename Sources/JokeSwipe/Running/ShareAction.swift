// SPDX-License-Identifier: MIT
import JokeClient
import JokeLinux

/// Copies a joke to the clipboard by running `jokectl share`.
@LoopActor
final class ShareAction {
    private let process: ChildProcess
    private var output = ""
    private var complaint = ""

    /// Starts jokectl. Returns nil, after a call of `tell`, if it cannot be started.
    ///
    /// - Parameters:
    ///   - joke: the id of a saved joke, or nil for the current one.
    ///   - tell: called at the end with the message of jokectl, and whether that is an error.
    static func start(
        _ joke: String?, _ options: Options, tell: @escaping @LoopActor (String, _ isTrouble: Bool) -> Void
    ) -> ShareAction? {
        do throws(SystemError) { return try ShareAction(joke, options, tell: tell) } catch {
            tell(localized("Cannot start jokectl: %s.", error.message), true)
            return nil
        }
    }

    private init(
        _ joke: String?, _ options: Options, tell: @escaping @LoopActor (String, _ isTrouble: Bool) -> Void
    ) throws(SystemError) {
        process = try ChildProcess(starting: options.jokectl(["share", "--to", "clipboard"], joke))
        process.onOutput = { [unowned self] in self.output += String(decoding: $0, as: UTF8.self) }
        process.onErrors = { [unowned self] in self.complaint += String(decoding: $0, as: UTF8.self) }
        process.onEnd = { [unowned self] end in
            let isTrouble = end != .exited(0)
            tell(
                isTrouble
                    ? Options.message(in: self.complaint) ?? Options.failure
                    : String(self.output.prefix { $0 != "\n" }), isTrouble)
        }
    }

    func end() { process.kill() }
}
