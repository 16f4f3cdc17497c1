// SPDX-License-Identifier: MIT
import CCurl
import Glibc

/// One GET or POST as libcurl carries it out. Its address is libcurl's for as long as it lasts, so it is kept until it is over.
final class Transfer {
    let easy: UnsafeMutableRawPointer
    let url: String
    let bodyLimit: Int
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var body: [UInt8] = []
    private(set) var isTooLarge = false

    /// Nil where there is no memory, or libcurl does not take an option, as one that was built without TLS.
    ///
    /// - Parameter content: JSON to POST; nil for a GET.
    init?(_ url: String, _ content: [UInt8]?, _ settings: HTTPSettings, timeout: Int) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        self.url = url
        bodyLimit = settings.bodyLimit
        guard set(numbers: settings, timeout: timeout), set(texts: settings), setReceiver(), set(content)
        else {
            return nil
        }
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headers)
    }

    /// What came; asked once it is over.
    func output() -> OperationOutput {
        let type = jokesd_curl_text(easy, CURLINFO_CONTENT_TYPE).map { String(cString: $0) }
        return OperationOutput(
            body: body, status: status, contentType: type, retryAfter: header("Retry-After"),
            place: Endpoint.place(of: url))
    }

    /// Zero where no answer came.
    var status: Int { jokesd_curl_number(easy, CURLINFO_RESPONSE_CODE) }

    /// errno of what connect(2) last failed with.
    var systemError: Int32 { Int32(truncatingIfNeeded: jokesd_curl_number(easy, CURLINFO_OS_ERRNO)) }

    /// What a proxy said to CONNECT; zero where none was asked.
    var proxyStatus: Int { jokesd_curl_number(easy, CURLINFO_HTTP_CONNECTCODE) }

    /// Of the last answer, where it redirected.
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
            // Of a body that tells its length; the rest is up to `receive`.
            (CURLOPT_MAXFILESIZE, settings.bodyLimit),
            // What was sent on a connection that had been kept, and is closed without an answer, libcurl sends again on
            // another one: nobody would count that.
            (CURLOPT_FORBID_REUSE, 1),
            // No signals for time-outs: another thread looks names up.
            (CURLOPT_NOSIGNAL, 1),
            // And nobody waits for it once the transfer is over: getaddrinfo(3) cannot be cancelled.
            (CURLOPT_QUICK_EXIT, 1),
            (CURLOPT_NOPROGRESS, 1),
        ]
        return numbers.allSatisfy { jokesd_curl_set_number(easy, $0, $1) == CURLE_OK }
    }

    private func set(texts settings: HTTPSettings) -> Bool {
        let isEncrypted = url.lowercased().hasPrefix("https://")
        var texts: [(CURLoption, String)] = [
            (CURLOPT_URL, url),
            (CURLOPT_USERAGENT, settings.userAgent),
            // The only coding whose bombs were tried.
            (CURLOPT_ACCEPT_ENCODING, "gzip"),
            (CURLOPT_PROTOCOLS_STR, "http,https"),
            // What began encrypted stays so.
            (CURLOPT_REDIR_PROTOCOLS_STR, isEncrypted ? "https" : "http,https"),
        ]
        if let authorities = settings.authorities { texts.append((CURLOPT_CAINFO, authorities)) }
        guard texts.allSatisfy({ jokesd_curl_set_text(easy, $0, $1) == CURLE_OK }) else { return false }
        headers = curl_slist_append(nil, "Accept: application/json")
        return jokesd_curl_set_headers(easy, headers) == CURLE_OK
    }

    /// libcurl's manual, CURLOPT_COPYPOSTFIELDS: the size comes first, and the bytes are copied.
    private func set(_ content: [UInt8]?) -> Bool {
        guard let content else { return true }
        headers = curl_slist_append(headers, "Content-Type: application/json")
        // A body of more than a mebibyte would be announced first (RFC 9110, section 10.1.1); ours never is so long.
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

    /// Bytes as they are once decoded. libcurl 7.88 does not hold a chunked or a compressed body to CURLOPT_MAXFILESIZE.
    private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard body.count + bytes.count <= bodyLimit else {
            isTooLarge = true
            return 0
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }
}
