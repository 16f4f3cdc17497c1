// SPDX-License-Identifier: MIT
import CCurl
import Glibc
import JokeWire

extension Transfer {
    /// Returns the error for libcurl's result code, or nil if the transfer succeeded.
    func failure(_ code: CURLcode) -> SourceError? {
        let place = Endpoint.place(of: url)
        switch code {
        case CURLE_OK: return nil
        case CURLE_COULDNT_RESOLVE_HOST: return Self.unresolved(place)
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY,
            _ where proxyStatus >= 300:
            return SourceError(
                .proxy, "The proxy to \(place) failed; check https_proxy and no_proxy")
        case CURLE_COULDNT_CONNECT: return unconnected(place)
        case CURLE_OPERATION_TIMEDOUT:
            return SourceError(.timedOut, "\(place) did not reply in time; try again later")
        case _ where Self.ofTLS.contains(code): return untrusted(place, code)
        case CURLE_TOO_MANY_REDIRECTS:
            return SourceError(.redirect, "\(place) redirects too often; check the url in the configuration")
        case CURLE_UNSUPPORTED_PROTOCOL where (300..<400).contains(status):
            return SourceError(
                .redirect, "\(place) redirects to an insecure address; check the url in the configuration",
                status: status)
        case _ where leadsElsewhere:
            return SourceError(
                .redirect,
                "\(place) redirects to another host without TLS; check the url in the configuration",
                status: status)
        case CURLE_URL_MALFORMAT:
            return SourceError(.unsupported, "\(place) is not an address; check the url in the configuration")
        case _ where isTooLarge || code == CURLE_FILESIZE_EXCEEDED:
            return SourceError(
                .tooLarge,
                "\(place) sends more than \(bodyLimit >> 10) KiB; request less, or use another one")
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2,
            CURLE_HTTP2_STREAM:
            return SourceError(.unreachable, "\(place) closed the connection; try again later")
        default:
            let reason = String(cString: curl_easy_strerror(code))
            return SourceError(
                .nonsense, "\(place) sent invalid HTTP (\(reason)); check the url in the configuration")
        }
    }

    private static let ofTLS: [CURLcode] = [
        CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
        CURLE_SSL_CERTPROBLEM,
        CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE, CURLE_SSL_INVALIDCERTSTATUS,
        CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_SHUTDOWN_FAILED,
        CURLE_USE_SSL_FAILED,
    ]

    private func untrusted(_ place: String, _ code: CURLcode) -> SourceError {
        let advice =
            switch code {
            case CURLE_SSL_CACERT_BADFILE:
                "the certificates of this machine cannot be read; install ca-certificates"
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
                "its certificate is not trusted; check the clock and the network"
            default:
                "it does not speak TLS, or an unknown version; check that its url begins with https and has the right "
                    + "port"
            }
        let reason = String(cString: curl_easy_strerror(code))
        return SourceError(.tls, "\(place): no secure connection (\(reason)): \(advice)")
    }

    /// Returns the error for a name that is not found. Without a network every lookup fails, so that is the error then.
    private static func unresolved(_ place: String) -> SourceError {
        guard NetworkInterfaces.isAnyUp else { return offline(place) }
        return SourceError(
            .nameNotFound, "\(place): name not found; check the connection, and the url in the configuration")
    }

    private func unconnected(_ place: String) -> SourceError {
        switch systemError {
        case ENETUNREACH, ENETDOWN: Self.offline(place)
        case ECONNREFUSED: SourceError(.unreachable, "\(place) refuses connections; try again later")
        default:
            SourceError(
                .unreachable, "\(place) cannot be reached; check the connection, or try again later")
        }
    }

    private static func offline(_ place: String) -> SourceError {
        SourceError(.noNetwork, "No network to reach \(place); connect, then try again")
    }
}
