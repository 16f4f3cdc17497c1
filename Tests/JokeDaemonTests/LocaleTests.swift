// SPDX-License-Identifier: MIT
import JokeDaemon
import Testing

@Suite("The environment and its locale")
struct LocaleTests {
    private func languages(_ variables: [String: String]) -> Languages {
        .preferred(Environment(variables, userID: 1000))
    }

    @Test(
        "the languages are those of the locale, then English",
        arguments: [
            ([:], ["en"]),
            (["LANG": "es_ES.UTF-8"], ["es", "en"]),
            (["LANG": "de_DE", "LC_MESSAGES": "es_MX.UTF-8"], ["es", "en"]),
            (["LANG": "de_DE", "LC_MESSAGES": "es_MX", "LC_ALL": "it_IT"], ["it", "en"]),
            (["LANG": "de_DE", "LANGUAGE": "es:it"], ["es", "it", "de", "en"]),
            (["LC_ALL": "de_DE", "LANGUAGE": "es:de"], ["de", "es", "en"]),
            (["LC_ALL": "C", "LANG": "es_ES", "LANGUAGE": "es"], ["en"]),
            (["LANG": "C.UTF-8", "LANGUAGE": "es"], ["en"]),
            (["LANG": "POSIX"], ["en"]),
            (["LANGUAGE": "es"], ["en"]),
            (["LC_ALL": "", "LANG": "es_ES@euro"], ["es", "en"]),
            (["LANG": "en_GB", "LANGUAGE": "en_GB:en"], ["en"]),
            (["LANG": "../../etc", "LANGUAGE": "::x"], ["en"]),
        ] as [([String: String], [String])])
    func codes(variables: [String: String], expected: [String]) {
        #expect(languages(variables).codes == expected)
    }

    @Test("a locale name comes before its language, without codeset and modifier")
    func localeNames() {
        #expect(
            languages(["LANG": "es_MX.UTF-8@euro", "LANGUAGE": "es_MX:it_IT"]).locales
                == ["es_MX", "es", "it_IT", "it", "en"])
    }

    @Test("relative and empty XDG directories are ignored", arguments: ["", "relative", "./here"])
    func relativeDirectories(value: String) {
        let environment = Environment(
            [
                "HOME": "/home/u", "XDG_CONFIG_HOME": value, "XDG_DATA_HOME": value, "XDG_CACHE_HOME": value,
                "XDG_RUNTIME_DIR": value,
            ], userID: 1000)
        #expect(environment.configDirectory == "/home/u/.config")
        #expect(environment.dataDirectory == "/home/u/.local/share")
        #expect(environment.cacheDirectory == "/home/u/.cache")
        #expect(environment.runtimeDirectory == nil)
    }

    @Test("absolute XDG directories are used")
    func absoluteDirectories() {
        let environment = Environment(
            [
                "XDG_CONFIG_HOME": "/c/", "XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "/k",
                "XDG_RUNTIME_DIR": "/r",
            ],
            userID: 1000)
        #expect(environment.configDirectory == "/c")
        #expect(environment.dataDirectory == "/d")
        #expect(environment.cacheDirectory == "/k")
        #expect(environment.runtimeDirectory == "/r")
    }

    @Test(
        "the home is $HOME, then that of the user database, then the root",
        arguments: [
            ("/home/u/", "/pw", "/home/u"), ("relative", "/pw", "/pw"), (nil, "/pw", "/pw"), (nil, nil, "/"),
        ] as [(String?, String?, String)])
    func homeDirectory(variable: String?, passwordHome: String?, expected: String) {
        var variables: [String: String] = [:]
        variables["HOME"] = variable
        #expect(Environment(variables, userID: 1, passwordHome: passwordHome).home == expected)
    }

    @Test(
        "a relative path or one with ~ is in the home directory",
        arguments: [
            ("~/jokes/a.jsonl", "/home/u/jokes/a.jsonl"), ("jokes/a", "/home/u/jokes/a"), ("~", "/home/u"),
            ("/abs", "/abs"), ("~other/x", "/home/u/~other/x"),
        ])
    func expandedPath(path: String, expected: String) {
        #expect(Environment(["HOME": "/home/u"], userID: 1).expanded(path) == expected)
    }

    @Test("the environment of the process is read")
    func processEnvironment() {
        let environment = Environment.ofProcess()
        #expect(environment["PATH"] != nil)
        #expect(environment.home.hasPrefix("/"))
    }
}
