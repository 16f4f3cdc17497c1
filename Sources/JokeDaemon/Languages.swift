// SPDX-License-Identifier: MIT
import JokeSystem

/// What the user reads, best first, as the environment's locale says.
package struct Languages: Sendable, Equatable {
    /// Locale names without codeset and modifier, each followed by its language: `es_MX`, `es`, …, `en`.
    package let locales: [String]
    /// ISO 639-1 codes: `es`, …, `en`.
    package let codes: [String]

    /// The locale of messages is `LC_ALL`, else `LC_MESSAGES`, else `LANG` (POSIX, 8.2). The list `LANGUAGE` comes
    /// before `LANG` and behind the other two, as fortune(6) has it; it means nothing in the C locale (GNU gettext,
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
            let language = String(name.prefix { $0 != "_" }).lowercased()
            guard Self.isCode(language) else { continue }
            add(name, to: &locales)
            add(language, to: &locales)
            add(language, to: &codes)
        }
        self.locales = locales
        self.codes = codes
    }

    /// Whether this is how an ISO 639-1 code is written.
    package static func isCode(_ text: String) -> Bool {
        text.utf8.count == 2 && text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }
}
