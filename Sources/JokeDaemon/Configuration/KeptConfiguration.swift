// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeLinux
import JokeWire

/// The file with the last configuration that had no error, for a start with one that has.
struct KeptConfiguration {
    let path: String

    /// The most bytes of the file. The comments make it larger than the files of the user.
    private static let mostBytes = 1 << 20

    init(in dataDirectory: String) { path = dataDirectory + "/last-configuration.jsonc" }

    /// Returns what the file has, or the defaults if it is missing or another version of jokesd has written keys that
    /// this one does not know.
    func load(_ environment: Environment) -> LoadedConfiguration {
        (try? Configuration.load(onlyFile: path, limit: Self.mostBytes, environment))
            ?? Configuration.defaults(environment)
    }

    /// Replaces the file if the configuration differs from it. Without it, or with an older one, jokesd starts all the
    /// same, so failures are ignored.
    func keep(_ loaded: LoadedConfiguration) {
        let text = Array(loaded.listing.utf8)
        guard (try? BoundedFile(reading: path, limit: Self.mostBytes).bytes) != text else { return }
        let unfinished = path + ".unfinished"
        let descriptor = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        let isWritten = write(descriptor, text, text.count) == text.count && fsync(descriptor) == 0
        close(descriptor)
        if !isWritten || rename(unfinished, path) != 0 { unlink(unfinished) }
    }
}

extension CardState.ErrorInfo {
    /// Why a configuration is not used.
    ///
    /// - Parameter used: The sentence that says which one is.
    init(_ error: ConfigurationError, used: String) {
        let refusal = WireError(error)
        let end = refusal.message.hasSuffix("?") ? "" : "."
        self.init(
            kind: refusal.kind.rawValue,
            message: "\(refusal.message)\(end) \(used) Correct the files, then run `jokectl reload`.")
    }
}
