// SPDX-License-Identifier: MIT

extension Int {
    /// Creates the number of whole percent of a fraction, from 0 to 100.
    package init(percentOf fraction: Double) {
        self = Int((Swift.min(Swift.max(fraction, 0), 1) * 100).rounded())
    }
}
