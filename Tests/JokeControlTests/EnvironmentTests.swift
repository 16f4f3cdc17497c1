// SPDX-License-Identifier: MIT
import Glibc
import JokeControl
import Testing

@Suite("The environment")
struct EnvironmentTests {
    @Test("any variable of this process is found")
    func own() throws {
        let path = try #require(getenv("PATH"))
        #expect(Environment.own["PATH"] == String(cString: path))
    }

    @Test("what is not set is nil")
    func unset() { #expect(Environment.own["JOKECTL_NO_SUCH_VARIABLE"] == nil) }
}
