// SPDX-License-Identifier: MIT

/// The parameter `show` of `translation.show`.
package enum TranslationSwitch: String, Sendable, Hashable, CaseIterable {
    case on, off, toggle

    /// Returns whether translations are shown after the switch.
    ///
    /// - Parameter isShown: Whether they are shown before it.
    package func applied(to isShown: Bool) -> Bool {
        switch self {
        case .on: true
        case .off: false
        case .toggle: !isShown
        }
    }
}
