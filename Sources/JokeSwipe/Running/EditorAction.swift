// SPDX-License-Identifier: MIT
import JokeClient
import JokeLinux

/// Runs `jokectl add` or `jokectl edit` in the terminal, with which the user writes a joke in an editor.
@LoopActor
final class EditorAction {
    private let process: SpawnedProcess
    /// The standard output and error of jokectl. They are files, so that no program waits for this one to read them.
    private let output: FileDescriptor
    private let errors: FileDescriptor
    private var watch: DescriptorWatcher?

    /// - Parameters:
    ///   - joke: the id of the joke to edit, or nil to add one.
    ///   - tell: called at the end with a message, and whether that is an error.
    init(
        _ joke: String?, _ options: Options, tell: @escaping @LoopActor (String, _ isTrouble: Bool) -> Void
    ) throws(SystemError) {
        output = try FileDescriptor.memoryFile()
        errors = try FileDescriptor.memoryFile()
        let program = options.jokectl([joke == nil ? "add" : "edit"], joke)
        process = try SpawnedProcess(program, input: 0, output: output.raw, errors: errors.raw)
        let end: @LoopActor () -> Void = { [unowned self] in
            self.watch?.cancel()
            let isTrouble = self.process.wait() != .exited(0)
            let said = Self.text(in: self.output)
            // jokectl speaks the same language.
            let usual =
                if said.hasPrefix(localized("Unchanged: %s", "")) {
                    localized("The joke is as it was.")
                } else if said.hasPrefix(localized("Already added: %s", "")) {
                    localized("You had added the joke before.")
                } else {
                    joke == nil ? localized("Your joke is saved.") : localized("The joke has your text.")
                }
            let complaint = Options.message(in: Self.text(in: self.errors))
            tell(complaint ?? (isTrouble ? Options.failure : usual), isTrouble)
        }
        do throws(SystemError) {
            watch = try DescriptorWatcher(process.descriptor, for: .readable) { _ in end() }
        } catch {
            LoopActor.shared.loop.post(end)
        }
    }

    /// Passes a signal to jokectl, which ends the editor with it.
    func end(by signal: Int32) { process.signal(signal) }

    private static func text(in file: borrowing FileDescriptor) -> String {
        (try? file.content(limit: 65_536)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
