// SPDX-License-Identifier: MIT
import JokeFetchProtocol
import JokeWire

/// Where a service is, and how its addresses are written.
struct Endpoint: Sendable, Hashable {
    /// Without a slash at its end.
    private let base: String

    /// - Parameter url: the configured one; nil for the service's own.
    init(_ url: String?, usual: String) throws(SourceError) {
        let url = url ?? usual
        let lower = url.lowercased()
        guard lower.hasPrefix("https://") || lower.hasPrefix("http://"), url.utf8.allSatisfy(Self.mayStand)
        else {
            throw SourceError(
                .unsupported, "\"\(url)\" is no address of a service; give one that starts with https://")
        }
        base = String(url.reversed().drop { $0 == "/" }.reversed())
    }

    /// Returns a URL. The path is percent-encoded already; the query's values are not. A comma joins lists and stays.
    func url(_ path: String, _ query: [(name: String, value: String?)] = []) -> String {
        let pairs = query.map { pair in
            pair.value.map { "\(pair.name)=\(PercentEncoding.encode($0, keeping: ","))" } ?? pair.name
        }
        return base + path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
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
