// SPDX-License-Identifier: MIT
import JokeLinux
import JokeWire

/// The languages that the user reads, best first, from the locale of the environment.
package struct Languages: Sendable, Equatable {
    /// The locale names without codeset and modifier, each followed by its language: `es_MX`, `es`, …, `en`.
    package let locales: [String]
    /// The codes: `es`, …, `en`.
    package let codes: [String]

    /// Returns the languages of an environment.
    ///
    /// The locale of messages is `LC_ALL`, otherwise `LC_MESSAGES`, otherwise `LANG` (POSIX, 8.2). The list `LANGUAGE`
    /// comes before `LANG` and after the other two, as in fortune(6). It is ignored in the C locale (GNU gettext,
    /// "Locale Environment Variables"). English ends every list.
    package static func preferred(_ environment: Environment) -> Languages {
        let exact = environment["LC_ALL"] ?? environment["LC_MESSAGES"]
        let locale = LocaleName(of: "LC_MESSAGES") { environment[$0] }
        var names: [LocaleName] = []
        if !locale.isC {
            let list = (environment["LANGUAGE"] ?? "").split(separator: ":").map { LocaleName(String($0)) }
            names = exact == nil ? list + [locale] : [locale] + list
        }
        return Languages(names: names.filter { !$0.isC }.map(\.base) + ["en"])
    }

    private init(names: [String]) {
        var locales: [String] = []
        var codes: [String] = []
        func add(_ value: String, to list: inout [String]) {
            if !list.contains(value) { list.append(value) }
        }
        for name in names {
            guard let language = LanguageCode.of(name) else { continue }
            add(name, to: &locales)
            add(language, to: &locales)
            add(language, to: &codes)
        }
        self.locales = locales
        self.codes = codes
    }
}
