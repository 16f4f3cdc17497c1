// SPDX-License-Identifier: MIT
import CLinux
import Glibc
import JokeClient
import JokeLinux
import JokeWire

/// A text that the user has written in an editor, and its file.
struct Draft {
    let path: String
    let text: String
    /// Whether the joke had two parts before. Then an empty line divides them.
    private let hasParts: Bool

    /// Opens the user's editor with a joke, or with an empty file, and waits until it exits.
    init(of joke: Joke? = nil, in environment: Environment) throws(CommandError) {
        let directory = environment["XDG_RUNTIME_DIR"] ?? environment["TMPDIR"] ?? "/tmp"
        var template = Array("\(directory)/jokectl-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard descriptor >= 0 else {
            throw CommandError(
                .disk, localized("%1$s cannot be created: %2$s", path, String(cString: strerror(errno))))
        }
        var before = joke.map { $0.value + "\n" } ?? ""
        if let setup = joke?.setup, let punchline = joke?.punchline { before = "\(setup)\n\n\(punchline)\n" }
        hasParts = joke?.punchline != nil
        let count = before.utf8.count
        let isWritten = write(descriptor, before, count) == count
        close(descriptor)
        guard isWritten else { throw CommandError(.disk, localized("%s cannot be written", path)) }
        let (variable, editor) = environment.editor
        // The variable may have arguments, so a shell splits it. A signal reaches the editor only if the editor replaces
        // the shell, which it cannot if the variable is more than one command with its arguments.
        let isSimple = !editor.contains { ":;|&(){}=\n".contains($0) }
        let shell = ProcessSpawner(
            path: "/bin/sh", arguments: ["-c", "\(isSimple ? "exec " : "")\(editor) \"$0\"", path],
            environment: environment.all)
        let (untouched, began) = (FileFacts(path), KernelClock.monotonic.nanoseconds)
        let (end, isEnded) = Self.run(shell)
        let stay = KernelClock.monotonic.nanoseconds - began
        let (option, isKnown) = Self.waiting(editor)
        do throws(CommandError) { text = try Self.text(in: path) } catch {
            throw CommandError(error.exitCode, localized("%1$s; your text is in %2$s", error.message, path))
        }
        let what = joke == nil ? localized("nothing was added") : localized("nothing was changed")
        let isQuick = stay < (isKnown ? Self.leastStay : Self.leastStay / 10)
        if end == .exited(0), isQuick, text == before, let untouched,
            FileFacts(path)?.isSame(as: untouched) == true
        {
            throw CommandError(
                .no,
                localized(
                    "%1$s: your editor returned at once; use `%2$s`; your text is in %3$s", what,
                    "\(variable)=\("\(editor) \(option)".shellWord)", path))
        }
        guard end == .exited(0), !isEnded, !text.isBlank else {
            // An editor that is ended leaves a text that was not saved in a file of its own.
            let isKept = isEnded || !text.isEmpty && text != before
            if !isKept { delete() }
            let place =
                !isKept
                ? ""
                : isEnded
                    ? localized("; your text is in %s or beside it", path)
                    : localized("; your text is in %s", path)
            switch end {
            case _ where isEnded:
                throw CommandError(
                    .no, localized("%1$s: the editor `%2$s` was ended%3$s", what, editor, place))
            case .exited(0): throw CommandError(.no, localized("%1$s: the text is empty%2$s", what, place))
            // sh(1) exits with these if it cannot find or run a program.
            case .exited(126), .exited(127):
                throw CommandError(
                    .unreachable,
                    localized(
                        "%1$s: the editor `%2$s` cannot be run; set $%3$s to another one", what, editor,
                        variable))
            default:
                throw CommandError(
                    .no,
                    localized("%1$s: the editor `%2$s` failed or was interrupted%3$s", what, editor, place))
            }
        }
    }

    /// The shortest time in nanoseconds in which a user reads a text and leaves an editor. One that has a window of its
    /// own, such as `code`, returns before the user has seen it, and later writes the file. Users leave one in the
    /// terminal, such as vi, sooner than they read, but not in a tenth of this time.
    private static let leastStay: Int64 = 1_000_000_000

    /// Returns the option by which an editor waits until its window is closed, and whether it is known to need one.
    private static func waiting(_ editor: String) -> (option: String, isKnown: Bool) {
        switch editor.split(separator: " ").first?.split(separator: "/").last {
        case "gvim", "mvim": ("--nofork", true)
        case "kate", "kwrite": ("--block", true)
        case "code", "codium", "gedit", "gnome-text-editor", "subl", "xed", "zed": ("--wait", true)
        default: ("--wait", false)
        }
    }

    /// Runs the editor, and returns how it ended. SIGTERM and SIGHUP end the editor, too, which has the terminal.
    ///
    /// - Returns: `end` is nil if it cannot be started, and `isEnded` says whether one of these signals came.
    private static func run(_ shell: ProcessSpawner) -> (end: WaitStatus?, isEnded: Bool) {
        let former = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN))
        var (mask, formerMask) = (sigset_t(), sigset_t())
        sigemptyset(&mask)
        sigaddset(&mask, SIGTERM)
        sigaddset(&mask, SIGHUP)
        pthread_sigmask(SIG_BLOCK, &mask, &formerMask)
        let signals = signalfd(-1, &mask, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
        // The result may go elsewhere, but an editor needs the terminal.
        let terminal = isatty(1) == 1 ? -1 : open("/proc/self/fd/0", O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer {
            if terminal >= 0 { close(terminal) }
            close(signals)
            pthread_sigmask(SIG_SETMASK, &formerMask, nil)
            signal(SIGINT, former.0)
            signal(SIGQUIT, former.1)
        }
        guard
            let editor = try? SpawnedProcess(
                shell, input: 0, output: terminal >= 0 ? terminal : 1, errors: 2)
        else { return (nil, false) }
        var isEnded = false
        while Poll.wait(for: POLLIN, on: editor.descriptor, or: signals, until: .never) == .otherReady {
            var signal = signalfd_siginfo()
            _ = read(signals, &signal, MemoryLayout<signalfd_siginfo>.size)
            editor.signal(Int32(signal.ssi_signo))
            isEnded = true
        }
        return (editor.wait(), isEnded)
    }

    /// The text as parameters of `saved.edit`: two parts if the joke had them and one empty line is left between them.
    var params: JSONObject {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let parts = lines.split(whereSeparator: \.isBlank).map {
            Rendering.list($0.map(String.init), separator: "\n")
        }
        return hasParts && parts.count == 2
            ? ["setup": .string(parts[0]), "punchline": .string(parts[1])] : ["value": .string(text)]
    }

    func delete() { unlink(path) }

    /// Returns the text in a file, or in the standard input if the path is `-`.
    static func text(in path: String) throws(CommandError) -> String {
        var reader = try LineReader(path, longest: Limits.jokeText)
        var text = ""
        while let line = try reader.next() {
            if line == .notUTF8 {
                throw CommandError(
                    .badData,
                    localized("the text is not UTF-8; convert it, as with `iconv -f ISO-8859-1 -t UTF-8`"))
            }
            guard case .text(let line) = line, text.utf8.count + line.utf8.count <= Limits.jokeText else {
                throw CommandError(
                    .badData,
                    localized("the text is too long: a joke has at most %s bytes", "\(Limits.jokeText)"))
            }
            text += line + "\n"
        }
        return text
    }
}
