// SPDX-License-Identifier: MIT
// jokes.swift next | like [ID] | follow: shows the next joke; likes the joke on the card, or only that with the id; or prints
// each joke on the card and each like, and after a restart of jokesd those that it missed. `swiftc jokes.swift` compiles it.
import Foundation

struct Joke: Decodable { let id, value: String }
struct Message: Decodable {
    struct Failure: Decodable { let message: String }
    struct Result: Decodable { let epoch: String?, seq: Int?, resumed: Bool?, joke: Joke?, decided: Joke? }
    struct State: Decodable { let joke: Joke }
    struct Event: Decodable { let topic: String, seq: Int, event: String?, state: State?, joke: Joke? }
    let method: String?, error: Failure?, result: Result?, params: Event?
}

/// Sends a request, and passes its reply and all other messages to `use` until the daemon closes the connection.
func exchange(_ request: [String: Any], use: (Message) -> Void) throws {
    let path = getenv("JOKESD_SOCKET") ?? strdup(String(cString: getenv("XDG_RUNTIME_DIR")) + "/jokesd/socket")!
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: String(cString: path).utf8.prefix($0.count - 1)) }
    guard let stream = fdopen(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0), "r+") else { return }
    defer { fclose(stream) }
    let status = withUnsafeBytes(of: &address) {
        connect(fileno(stream), $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count))
    }
    let line = try String(decoding: JSONSerialization.data(withJSONObject: request), as: UTF8.self)
    guard status == 0, fputs(line + "\n", stream) >= 0, fflush(stream) == 0 else { return perror("jokesd") }
    var (text, size): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
    while case let count = getline(&text, &size, stream), count > 0, let text {
        // Ignore a message that does not decode: a later version may send it.
        try? use(JSONDecoder().decode(Message.self, from: Data(bytes: text, count: count)))
    }
}

let (command, id) = (CommandLine.arguments.dropFirst().first, CommandLine.arguments.dropFirst(2).first)
let method = command == "follow" ? "state.subscribe" : "joke.\(command ?? "next")"
var params: [String: Any] = command == "follow" ? ["topics": ["state", "log"]] : id.map { ["ifJoke": $0] } ?? [:]
var shown = ""
repeat {
    try exchange(["jsonrpc": "2.0", "id": 1, "method": method, "params": params]) { message in
        if command != "follow", let error = message.error {
            fputs(error.message + "\n", stderr)
            exit(1)
        } else if let joke = message.result?.decided ?? message.result?.joke {
            exit(puts(joke.value) < 0 ? 1 : 0)
        } else if let result = message.result, result.resumed == false {
            params["since"] = ["epoch": result.epoch ?? "", "seq": result.seq ?? 0] as [String: Any]
        } else if message.method == "event", let event = message.params, var since = params["since"] as? [String: Any] {
            since["seq"] = max(event.seq, since["seq"] as? Int ?? 0)
            params["since"] = since
            if event.topic == "log", event.event == "liked", let joke = event.joke { puts("liked: " + joke.value) }
            if event.topic == "state", let joke = event.state?.joke, joke.id != shown { (shown, _) = (joke.id, puts(joke.value)) }
            fflush(stdout)
        }
    }
    sleep(1)
} while command == "follow"
exit(1)
