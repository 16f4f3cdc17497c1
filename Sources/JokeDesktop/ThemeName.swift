// SPDX-License-Identifier: MIT

/// The name of a GTK theme, which may have a variant after a colon, as in `GTK_THEME` (`Adwaita:dark`).
package struct ThemeName: Sendable, Hashable {
    private let parts: [Substring]

    package init(_ name: String) { parts = name.split { ":-".contains($0) } }

    package var isDark: Bool { parts.dropFirst().contains("dark") || name.hasSuffix("Inverse") }
    package var hasContrast: Bool { parts.dropFirst().contains("hc") || name.hasPrefix("HighContrast") }

    private var name: Substring { parts.first ?? "" }
}
