// SPDX-License-Identifier: MIT
import JokeWire

/// The base URL of a service, from which the URLs of its requests are made.
struct Endpoint: Sendable, Hashable {
    /// The base URL without trailing slashes.
    private let base: String

    /// Creates an endpoint, or throws if the URL is not a plain http or https URL.
    ///
    /// - Parameters:
    ///   - url: The configured URL, or nil for `usual`.
    ///   - usual: The service's own URL.
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

    /// Returns the URL of a request.
    ///
    /// - Parameters:
    ///   - path: The path, already percent-encoded.
    ///   - query: The names and values of the query, not yet encoded. A comma stays as it is, because services join
    ///     lists with it.
    func url(_ path: String, _ query: [(name: String, value: String?)] = []) -> String {
        let pairs = query.map { pair in
            pair.value.map { "\(pair.name)=\(PercentEncoding.encode($0, keeping: ","))" } ?? pair.name
        }
        return base + path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    /// Returns `host` or `host:port` of a URL, for messages. A user's name and password are left out.
    static func place(of url: String) -> String {
        let afterScheme = url.split(separator: "://", maxSplits: 1).last ?? ""
        let authority = afterScheme.prefix { !"/?#".contains($0) }
        return String(authority.split(separator: "@").last ?? authority)
    }

    /// Returns whether the base URL may contain the byte: printable ASCII, but no quotation mark, and no query or
    /// fragment, because no path can follow them.
    private static func mayStand(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#")
            && byte != UInt8(ascii: "\"")
    }
}
