// SPDX-License-Identifier: MIT
import JokeTerminal
import Testing

@Suite("The terminal's locale")
struct TerminalLocaleTests {
    @Test(
        "the first variable that is set decides",
        arguments: [
            ([:], false), (["LANG": "C"], false), (["LANG": "es_ES.UTF-8"], true), (["LANG": "C.utf8"], true),
            (["LC_ALL": "C", "LANG": "es_ES.UTF-8"], false), (["LC_ALL": "", "LANG": "es_ES.UTF-8"], true),
            (["LC_CTYPE": "en_US.UTF-8", "LANG": "C"], true), (["LANG": "de_DE.ISO-8859-1"], false),
            (["LANG": "de_DE.utf8@euro"], true),
        ] as [([String: String], Bool)])
    func locale(_ environment: [String: String], _ isUnicode: Bool) {
        #expect(TerminalLocale.isUnicode { environment[$0] } == isUnicode)
    }
}
