// SPDX-License-Identifier: MIT
import Glibc
import JokeFetch
import JokeTestSupport
import Testing

@Suite("A secret")
struct SecretTests {
    private let directory = TemporaryDirectory()
    private let environment: [String: String]

    init() {
        environment = ["CREDENTIALS_DIRECTORY": "\(directory.path)/credentials", "HOME": directory.path]
    }

    private var file: String { "\(directory.path)/.config/jokesd/secrets/key" }
    private var credential: String { "\(directory.path)/credentials/key" }

    private func write(_ text: String, to path: String, mode: mode_t = 0o600) throws {
        try Files.write(text, to: path)
        chmod(path, mode)
    }

    private func error(_ name: String = "key") -> SecretError? {
        do throws(SecretError) {
            _ = try Secret(named: name, environment: environment)
            return nil
        } catch {
            return error
        }
    }

    @Test("a secret is a credential or else a file of the user, without the last line break")
    func searchedPlaces() throws {
        try write("from the file\n", to: file)
        #expect(try Secret(named: "key", environment: environment).value == "from the file")
        try write("from the manager", to: credential, mode: 0o400)
        #expect(try Secret(named: "key", environment: environment).value == "from the manager")
        let elsewhere = ["XDG_CONFIG_HOME": "\(directory.path)/.config"]
        #expect(try Secret(named: "key", environment: elsewhere).value == "from the file")
    }

    @Test("a secret is not printed")
    func notPrinted() throws {
        try write("hunter2", to: file)
        let secret = try Secret(named: "key", environment: environment)
        #expect(!"\(secret)".contains("hunter2"))
        #expect(!"\([secret])".contains("hunter2"))
    }

    @Test(
        "a secret that others can read is refused with what to do",
        arguments: [0o640, 0o604, 0o620] as [mode_t])
    func readableByOthers(mode: mode_t) throws {
        try write("hunter2", to: file, mode: mode)
        #expect(error() == .open(file))
        #expect(
            error()?.message == "\(file) is readable by other users, or belongs to one; run chmod 600 on it")
    }

    @Test("a missing secret is reported with its paths")
    func missingSecret() {
        #expect(error() == .absent("key", [credential, file]))
        #expect(error()?.message == "no secret has the name 'key'; write it to \(file), with chmod 600")
    }

    @Test("a secret that is empty, too long or no text is refused", arguments: ["", "\n\n"])
    func invalidContents(text: String) throws {
        try write(text, to: file)
        #expect(error() == .empty(file))
        try write(String(repeating: "x", count: 70_000), to: file)
        #expect(error() == .unreadable(file, "it is longer than 65536 bytes"))
        unlink(file)
        mkfifo(file, 0o600)
        #expect(error() == .unreadable(file, "it is not a file"))
    }

    @Test("a name with a path is refused", arguments: ["", "../key", ".key", "a/b", "a b", "ñ", "a\0b"])
    func nameWithPath(name: String) { #expect(error(name) == .badName(name)) }
}
