// SPDX-License-Identifier: MIT
import JokeLinux
import Testing

@Suite("A locale's name")
struct LocaleNameTests {
    @Test(
        "the first variable that is set decides",
        arguments: [
            ([:], false), (["LANG": "C"], false), (["LANG": "es_ES.UTF-8"], true), (["LANG": "C.utf8"], true),
            (["LC_ALL": "C", "LANG": "es_ES.UTF-8"], false), (["LC_ALL": "", "LANG": "es_ES.UTF-8"], true),
            (["LC_CTYPE": "en_US.UTF-8", "LANG": "C"], true), (["LANG": "de_DE.ISO-8859-1"], false),
            (["LANG": "de_DE.utf8@euro"], true),
        ] as [([String: String], Bool)])
    func firstVariableDecides(_ environment: [String: String], _ isUnicode: Bool) {
        #expect(LocaleName(of: "LC_CTYPE") { environment[$0] }.isUnicode == isUnicode)
    }

    @Test(
        "the C locale is recognized with any codeset and modifier",
        arguments: [
            ("C", true), ("POSIX", true), ("C.UTF-8", true), ("C@any", true), ("", false), ("ca_ES", false),
            ("CC", false),
        ])
    func cLocale(_ name: String, _ isC: Bool) { #expect(LocaleName(name).isC == isC) }

    @Test(
        "the base has neither codeset nor modifier",
        arguments: ["ca_ES", "ca_ES.UTF-8", "ca_ES@valencia", "ca_ES.UTF-8@valencia"])
    func baseName(_ name: String) { #expect(LocaleName(name).base == "ca_ES") }
}
