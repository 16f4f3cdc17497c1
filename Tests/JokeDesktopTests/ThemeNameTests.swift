// SPDX-License-Identifier: MIT
import JokeDesktop
import Testing

@Suite("The names of themes")
struct ThemeNameTests {
    @Test(
        "a name tells a dark style and high contrast, by its end or by a variant",
        arguments: [
            ("", false, false), ("Adwaita", false, false), ("Adwaita:dark", true, false),
            ("Adwaita-dark", true, false), ("Adwaita:hc", false, true), ("Default-hc", false, true),
            ("Default-hc-dark", true, true), ("Adwaita:hc-dark", true, true), ("Default-hc:dark", true, true),
            ("HighContrast", false, true), ("HighContrastInverse", true, true), ("darkness", false, false),
        ])
    func variants(name: String, isDark: Bool, hasContrast: Bool) {
        let theme = ThemeName(name)
        #expect(theme.isDark == isDark && theme.hasContrast == hasContrast)
    }
}
