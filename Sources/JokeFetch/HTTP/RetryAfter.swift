// SPDX-License-Identifier: MIT
import CCurl

/// Parses the header Retry-After (RFC 9110, section 10.2.3).
package enum RetryAfter {
    /// The longest delay to respect, in seconds: two days. A longer one is shortened to this.
    package static let longest: Int64 = 172_800

    /// Returns the time of the next allowed request in seconds since 1970, or nil if the header has neither a number of
    /// seconds nor a date.
    package static func time(_ header: String, now: Int64) -> Int64? {
        let text = String(header.drop { $0 == " " })
        guard !text.isEmpty else { return nil }
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            // A number that overflows is the longest delay.
            return now + min(Int64(text) ?? longest, longest)
        }
        // curl_getdate(3) parses all three date formats of RFC 9110, section 5.6.7.
        let date = Int64(curl_getdate(text, nil))
        guard date >= 0 else { return nil }
        return min(max(date, now), now + longest)
    }
}
