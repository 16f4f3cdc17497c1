// SPDX-License-Identifier: MIT

/// What `translation.show` is told.
package enum TranslationSwitch: String, Sendable, Hashable, CaseIterable {
    case on, off, toggle

    /// - Parameter isShown: whether translations are shown so far.
    package func applied(to isShown: Bool) -> Bool {
        switch self {
        case .on: true
        case .off: false
        case .toggle: !isShown
        }
    }
}
