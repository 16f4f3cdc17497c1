// SPDX-License-Identifier: MIT
import Glibc
import JokeControl
import Testing

@Suite("The environment")
struct EnvironmentTests {
    @Test("a variable of the process is found")
    func setVariable() throws {
        let path = try #require(getenv("PATH"))
        #expect(Environment.own["PATH"] == String(cString: path))
    }

    @Test("an unset variable is nil")
    func unsetVariable() { #expect(Environment.own["JOKECTL_NO_SUCH_VARIABLE"] == nil) }
}
