// SPDX-License-Identifier: MIT
import CCurl
import Glibc
import JokeFetchProtocol

/// Any number of transfers at once on one thread: libcurl's multi interface.
///
/// It is driven by `wait`; what is over then is handed out there. Proxy variables are libcurl's to read, and so is the
/// system's store of certificates.
final class Transport {
    private let multi: UnsafeMutableRawPointer
    var settings: HTTPSettings
    private var transfers: [UnsafeMutableRawPointer: (ticket: Int, transfer: Transfer)] = [:]

    init(_ settings: HTTPSettings) throws(SourceError) {
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let multi = curl_multi_init() else {
            throw Self.unusable
        }
        self.multi = multi
        self.settings = settings
    }

    deinit {
        for (easy, _) in transfers { curl_multi_remove_handle(multi, easy) }
        curl_multi_cleanup(multi)
    }

    /// - Parameters:
    ///   - content: JSON to POST; nil for a GET.
    ///   - timeout: in milliseconds; nil for the usual.
    func start(_ url: String, _ content: [UInt8]?, ticket: Int, timeout: Int?) throws(SourceError) {
        guard let transfer = Transfer(url, content, settings, timeout: timeout ?? settings.timeout),
            curl_multi_add_handle(multi, transfer.easy) == CURLM_OK
        else { throw Self.unusable }
        transfers[transfer.easy] = (ticket, transfer)
    }

    /// Drops it, if it is not over yet.
    func cancel(_ ticket: Int) {
        for (easy, entry) in transfers where entry.ticket == ticket { drop(easy) }
    }

    /// Waits until one of the transfers or of `watched` has something to do, at most `milliseconds`; gives those that
    /// are over.
    func wait(
        _ watched: inout [curl_waitfd], milliseconds: Int32
    ) -> [(ticket: Int, outcome: Result<OperationOutput, SourceError>)] {
        var running: Int32 = 0
        curl_multi_perform(multi, &running)
        var completed = finished()
        if completed.isEmpty {
            curl_multi_poll(multi, &watched, UInt32(watched.count), milliseconds, nil)
            curl_multi_perform(multi, &running)
            completed = finished()
        }
        return completed
    }

    private func finished() -> [(ticket: Int, outcome: Result<OperationOutput, SourceError>)] {
        var completed: [(ticket: Int, outcome: Result<OperationOutput, SourceError>)] = []
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
                let entry = transfers[easy]
            else { continue }
            let failure = entry.transfer.failure(jokesd_curl_result(message))
            completed.append((entry.ticket, failure.map(Result.failure) ?? .success(entry.transfer.output())))
            drop(easy)
        }
        return completed
    }

    private func drop(_ easy: UnsafeMutableRawPointer) {
        curl_multi_remove_handle(multi, easy)
        transfers[easy] = nil
    }

    private static let unusable = SourceError(
        .unsupported,
        "libcurl on this machine cannot do what is needed; install libcurl4 of Debian 12 or newer")
}
