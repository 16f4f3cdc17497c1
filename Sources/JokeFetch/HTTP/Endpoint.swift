// SPDX-License-Identifier: MIT
import JokeFetchProtocol

/// Where a service is, and how its addresses are written.
struct Endpoint: Sendable, Hashable {
    /// Without a slash at its end.
    private let base: String

    /// - Parameter url: the configured one; nil for the service's own.
    init(_ url: String?, usual: String) throws(SourceFailure) {
        let url = url ?? usual
        let lower = url.lowercased()
        guard lower.hasPrefix("https://") || lower.hasPrefix("http://"), url.utf8.allSatisfy(Self.mayStand)
        else {
            throw SourceFailure(
                .unsupported, "\"\(url)\" is no address of a service; give one that starts with https://")
        }
        base = String(url.reversed().drop { $0 == "/" }.reversed())
    }

    /// The path is encoded already; the query's values are not.
    func url(_ path: String, _ query: [(name: String, value: String?)] = []) -> String {
        let pairs = query.map { pair in
            pair.value.map { "\(pair.name)=\(Self.encoded($0))" } ?? pair.name
        }
        return base + path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    /// Percent-encoded but for the unreserved characters of RFC 3986, section 2.3, and the comma, which joins lists.
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { result, byte in
            let scalar = Unicode.Scalar(byte)
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~", ",":
                result.unicodeScalars.append(scalar)
            default: result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }

    /// `host`, or `host:port`, of a URL; without a user's name and password, which messages must not show.
    static func place(of url: String) -> String {
        let afterScheme = url.split(separator: "://", maxSplits: 1).last ?? ""
        let authority = afterScheme.prefix { !"/?#".contains($0) }
        return String(authority.split(separator: "@").last ?? authority)
    }

    /// Printable ASCII, and neither a query nor a fragment, behind which no path can stand.
    private static func mayStand(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#")
            && byte != UInt8(ascii: "\"")
    }
}
