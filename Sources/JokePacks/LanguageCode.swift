// SPDX-License-Identifier: MIT
import JokeSystem

/// Codes of languages in packs, directories and settings of the user.
enum LanguageCode {
    /// Returns the code of two or three letters in `es`, `es_ES.UTF-8` or `es-ES`. Returns `en` for the locales `C` and
    /// `POSIX`, and nil for a name that has no such code.
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
