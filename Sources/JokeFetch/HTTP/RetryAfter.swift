// SPDX-License-Identifier: MIT
import CCurl

/// The header Retry-After: RFC 9110, section 10.2.3.
package enum RetryAfter {
    /// Two days, in seconds: a service that says more is asked again then.
    package static let longest: Int64 = 172_800

    /// When it may be tried again, in seconds since 1970; nil where the header says neither seconds nor a date.
    package static func time(_ header: String, now: Int64) -> Int64? {
        let text = String(header.drop { $0 == " " })
        guard !text.isEmpty else { return nil }
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            // Digits that do not fit a number are a long time.
            return now + min(Int64(text) ?? longest, longest)
        }
        // It reads all three forms of a date of RFC 9110, section 5.6.7.
        let date = Int64(curl_getdate(text, nil))
        guard date >= 0 else { return nil }
        return min(max(date, now), now + longest)
    }
}
