// SPDX-License-Identifier: MIT
import CCurl
import Glibc
import JokeWire

/// Runs any number of HTTP transfers at the same time on one thread, by libcurl's multi interface.
///
/// `wait(_:milliseconds:)` drives the transfers and returns the completed ones. libcurl itself reads the proxy
/// variables and the system's certificates.
final class Transport {
    private let multi: UnsafeMutableRawPointer
    var settings: HTTPSettings
    private var transfers: [UnsafeMutableRawPointer: (ticket: Int, transfer: Transfer)] = [:]

    /// Creates a transport, or throws if libcurl cannot be used.
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

    /// Starts a transfer.
    ///
    /// - Parameters:
    ///   - content: The JSON to POST, or nil for a GET.
    ///   - ticket: The caller's number for the transfer.
    ///   - timeout: The time limit in milliseconds, or nil for that of the settings.
    func start(_ url: String, _ content: [UInt8]?, ticket: Int, timeout: Int?) throws(SourceError) {
        guard let transfer = Transfer(url, content, settings, timeout: timeout ?? settings.timeout),
            curl_multi_add_handle(multi, transfer.easy) == CURLM_OK
        else { throw Self.unusable }
        transfers[transfer.easy] = (ticket, transfer)
    }

    /// Cancels the transfer if it is in progress.
    func cancel(_ ticket: Int) {
        for (easy, entry) in transfers where entry.ticket == ticket { drop(easy) }
    }

    /// Waits until a transfer progresses, a descriptor of `watched` is ready or the time is over.
    ///
    /// - Returns: The completed transfers. If some are complete at once, it does not wait.
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

    /// Removes the completed transfers and returns their results.
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
