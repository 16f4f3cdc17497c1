// SPDX-License-Identifier: MIT
import JokeEventLoop
import JokeSystem

/// Runs `jokectl add` or `jokectl edit` in the terminal, with which the user writes a joke in an editor.
@LoopActor
final class EditorAction {
    private let process: SpawnedProcess
    /// The standard error of jokectl. It is a file, so that no program waits for this one to read it.
    private let errors: FileDescriptor
    private var watch: DescriptorWatcher?

    /// - Parameters:
    ///   - joke: the id of the joke to edit, or nil to add one.
    ///   - tell: called at the end with a message, and whether that is an error.
    init(
        _ joke: String?, _ options: Options, tell: @escaping @LoopActor (String, _ isTrouble: Bool) -> Void
    ) throws(SystemError) {
        errors = try FileDescriptor.memoryFile()
        let program = options.jokectl([joke == nil ? "add" : "edit"], joke)
        process = try SpawnedProcess(program, input: 0, output: 1, errors: errors.raw)
        let end: @LoopActor () -> Void = { [unowned self] in
            self.watch?.cancel()
            let isTrouble = self.process.wait() != .exited(0)
            let usual = joke == nil ? "Your joke is saved." : "The joke has your text."
            let complaint = (try? self.errors.content(limit: 65_536)).map {
                String(decoding: $0, as: UTF8.self)
            }
            tell(Options.message(in: complaint ?? "") ?? (isTrouble ? Options.failure : usual), isTrouble)
        }
        do throws(SystemError) {
            watch = try DescriptorWatcher(process.descriptor, for: .readable) { _ in end() }
        } catch {
            LoopActor.shared.loop.post(end)
        }
    }
}
