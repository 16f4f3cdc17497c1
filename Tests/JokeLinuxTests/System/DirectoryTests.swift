// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import Testing

@Suite("A directory")
struct DirectoryTests {
    private let directory = TemporaryDirectory()

    @Test("names are sorted by their bytes, including hidden ones")
    func sortedNames() throws {
        for name in ["b", "a", "ä", "Z", ".hidden", "z"] { directory.write("", to: name) }
        #expect(try Directory.names(in: directory.path) == [".hidden", "Z", "a", "b", "z", "ä"])
    }

    @Test("a missing directory is an error")
    func missingDirectory() {
        let path = "\(directory.path)/nowhere"
        #expect(throws: SystemError(code: ENOENT, operation: "opendir", path: path)) {
            try Directory.names(in: path)
        }
    }
}
