// SPDX-License-Identifier: MIT
import JokeSystem

/// Languages as packs, directories and users name them.
enum LanguageCode {
    /// The two- or three-letter code in `es`, `es_ES.UTF-8` or `es-ES`; English for the locales `C` and `POSIX`;
    /// nil for what is no language's name.
    static func of(_ name: String) -> String? {
        let locale = LocaleName(name)
        if locale.isC { return "en" }
        let code = locale.base.prefix { $0 != "_" && $0 != "-" }.lowercased()
        guard (2...3).contains(code.utf8.count),
            code.utf8.allSatisfy((UInt8(ascii: "a")...UInt8(ascii: "z")).contains)
        else { return nil }
        return code
    }
}
