// SPDX-License-Identifier: MIT
import CCurl
import Glibc

/// One GET or POST request of libcurl.
///
/// libcurl writes the body through an unretained pointer to this object. Keep the object until the transfer is
/// complete.
final class Transfer {
    /// libcurl's handle of the transfer.
    let easy: UnsafeMutableRawPointer
    let url: String
    let bodyLimit: Int
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var body: [UInt8] = []
    /// Whether the body exceeded `bodyLimit`, after which the transfer fails.
    private(set) var isTooLarge = false
    /// Whether a service without TLS redirects to another host, after which the transfer fails.
    private(set) var leadsElsewhere = false

    /// Creates a transfer. Returns nil if memory runs out, or if libcurl lacks an option, for example when it was built
    /// without TLS.
    ///
    /// - Parameters:
    ///   - content: The JSON to POST, or nil for a GET.
    ///   - timeout: The time limit in milliseconds.
    init?(_ url: String, _ content: [UInt8]?, _ settings: HTTPSettings, timeout: Int) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        self.url = url
        bodyLimit = settings.bodyLimit
        guard set(numbers: settings, timeout: timeout), set(texts: settings), setReceiver(), set(content),
            content != nil || isEncrypted || setHeaderReader()
        else {
            return nil
        }
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headers)
    }

    /// Returns the response. Call this after the transfer succeeded.
    func output() -> OperationOutput {
        let type = jokesd_curl_text(easy, CURLINFO_CONTENT_TYPE).map { String(cString: $0) }
        return OperationOutput(
            body: body, status: status, contentType: type, retryAfter: header("Retry-After"),
            place: Endpoint.place(of: url))
    }

    /// The HTTP status of the last response, or 0 if none arrived.
    var status: Int { jokesd_curl_number(easy, CURLINFO_RESPONSE_CODE) }

    /// The errno of the last connect(2) that failed.
    var systemError: Int32 { Int32(truncatingIfNeeded: jokesd_curl_number(easy, CURLINFO_OS_ERRNO)) }

    /// The proxy's HTTP status for CONNECT, or 0 if no proxy was used for it.
    var proxyStatus: Int { jokesd_curl_number(easy, CURLINFO_HTTP_CONNECTCODE) }

    /// Returns a header of the last response, the one after all redirects; or nil if it has no such header.
    private func header(_ name: String) -> String? {
        var header: UnsafeMutablePointer<curl_header>?
        guard curl_easy_header(easy, name, 0, UInt32(CURLH_HEADER), -1, &header) == CURLHE_OK, let header
        else {
            return nil
        }
        return String(cString: header.pointee.value)
    }

    private func set(numbers settings: HTTPSettings, timeout: Int) -> Bool {
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_CONNECTTIMEOUT_MS, min(settings.connectTimeout, timeout)),
            (CURLOPT_TIMEOUT_MS, timeout),
            (CURLOPT_FOLLOWLOCATION, 1),
            (CURLOPT_MAXREDIRS, settings.redirects),
            // This applies to a body with a Content-Length. `receive` checks all others.
            (CURLOPT_MAXFILESIZE, settings.bodyLimit),
            // Do not reuse connections. If the server closes a reused connection without a response, libcurl sends the
            // request again on a new one, and no budget counts that.
            (CURLOPT_FORBID_REUSE, 1),
            // Use no signals for timeouts; a thread of libcurl resolves names.
            (CURLOPT_NOSIGNAL, 1),
            // Do not wait for that thread at the end, because getaddrinfo(3) cannot be cancelled.
            (CURLOPT_QUICK_EXIT, 1),
            (CURLOPT_NOPROGRESS, 1),
        ]
        return numbers.allSatisfy { jokesd_curl_set_number(easy, $0, $1) == CURLE_OK }
    }

    private var isEncrypted: Bool { url.lowercased().hasPrefix("https://") }

    private func set(texts settings: HTTPSettings) -> Bool {
        var texts: [(CURLoption, String)] = [
            (CURLOPT_URL, url),
            (CURLOPT_USERAGENT, settings.userAgent),
            // Other encodings are not tested against decompression bombs.
            (CURLOPT_ACCEPT_ENCODING, "gzip"),
            (CURLOPT_PROTOCOLS_STR, "http,https"),
            // A redirect must not lead from https to http.
            (CURLOPT_REDIR_PROTOCOLS_STR, isEncrypted ? "https" : "http,https"),
        ]
        if let authorities = settings.authorities { texts.append((CURLOPT_CAINFO, authorities)) }
        guard texts.allSatisfy({ jokesd_curl_set_text(easy, $0, $1) == CURLE_OK }) else { return false }
        headers = curl_slist_append(nil, "Accept: application/json")
        return jokesd_curl_set_headers(easy, headers) == CURLE_OK
    }

    /// Sets the JSON to POST. The size comes first, because CURLOPT_COPYPOSTFIELDS copies that many bytes.
    private func set(_ content: [UInt8]?) -> Bool {
        guard let content else { return true }
        headers = curl_slist_append(headers, "Content-Type: application/json")
        // libcurl sends `Expect: 100-continue` before a body of more than 1 MiB (RFC 9110, section 10.1.1). Ours is
        // always shorter.
        return jokesd_curl_set_headers(easy, headers) == CURLE_OK
            && jokesd_curl_set_number(easy, CURLOPT_FOLLOWLOCATION, 0) == CURLE_OK
            && jokesd_curl_set_number(easy, CURLOPT_POSTFIELDSIZE, content.count) == CURLE_OK
            && content.withUnsafeBytes { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    jokesd_curl_set_text(easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress) == CURLE_OK
                }
            }
    }

    private func setReceiver() -> Bool {
        let context = Unmanaged.passUnretained(self).toOpaque()
        let writer: jokesd_curl_writer = { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        return jokesd_curl_set_writer(easy, writer, context) == CURLE_OK
    }

    /// Checks where the redirects of a service without TLS lead. Anybody on the way to it can write them.
    private func setHeaderReader() -> Bool {
        let reader: jokesd_curl_writer = { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            transfer.leadsElsewhere = !transfer.isPermitted(header: String(decoding: line, as: UTF8.self))
            // Any other number ends the transfer.
            return transfer.leadsElsewhere ? 0 : size * count
        }
        return jokesd_curl_set_header_reader(easy, reader, Unmanaged.passUnretained(self).toOpaque())
            == CURLE_OK
    }

    /// Returns whether a header is no redirect, or one to the same host. libcurl itself parses the addresses, so that it
    /// follows only what was checked.
    private func isPermitted(header: String) -> Bool {
        let (name, value) = ("location:", header.utf8.dropFirst("location:".utf8.count))
        guard (300..<400).contains(status), header.lowercased().utf8.starts(with: name.utf8) else {
            return true
        }
        let address = value.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 != 0x0D && $0 != 0x0A }
        let target = String(Substring(address))
        guard let host = Self.host(of: [url]) else { return false }
        return Self.host(of: [url, target]) == host
    }

    /// Returns the host of an address that is relative to the ones before it, or nil if it has none.
    private static func host(of addresses: [String]) -> String? {
        guard let parser = curl_url() else { return nil }
        defer { curl_url_cleanup(parser) }
        for address in addresses {
            guard curl_url_set(parser, CURLUPART_URL, address, 0) == CURLUE_OK else { return nil }
        }
        var host: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parser, CURLUPART_HOST, &host, 0) == CURLUE_OK, let host else { return nil }
        defer { curl_free(host) }
        return String(cString: host).lowercased()
    }

    /// Appends decoded bytes to the body, up to the limit. libcurl 7.88 does not apply CURLOPT_MAXFILESIZE to a chunked
    /// or compressed body.
    ///
    /// - Returns: The number of accepted bytes; 0 makes libcurl end the transfer.
    private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard body.count + bytes.count <= bodyLimit else {
            isTooLarge = true
            return 0
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }
}
