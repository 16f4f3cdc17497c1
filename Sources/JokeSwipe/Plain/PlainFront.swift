// SPDX-License-Identifier: MIT
import JokeClient
import JokeTerminal
import JokeWire

/// The card in words: it is said, line by line, and commands are read. For a screen reader, a pipe, or any terminal.
///
/// A command waits until the one before it is answered, so that what is typed ahead, or comes from a file, means what is
/// said by then.
package struct PlainFront: Sendable {
    package enum Input: Sendable {
        case connected
        case lost(String)
        /// Of the daemon.
        case line(ArraySlice<UInt8>)
        case typed(String)
        /// Nothing more is typed.
        case end
        case shared(failure: String?)
    }

    package enum Action: Sendable, Hashable {
        case say(String)
        case send([UInt8])
        case reconnect(because: String)
        /// Copy this saved joke, or the card's.
        case share(String?)
        /// Whether all that was typed was done.
        case quit(isDone: Bool)
    }

    let look: Look
    var state: CardState?
    var talk = Talk()
    var isConnected = false
    var list = PlainList()
    private var typed: [String] = []
    private var isAtEnd = false
    private var isSharing = false
    var actions: [Action] = []

    package init(look: Look) { self.look = look }

    package mutating func handle(_ input: Input) -> [Action] {
        switch input {
        case .connected:
            (talk, isConnected, isSharing) = (Talk(), true, false)
            ask(.hello, .hello, ["client": "jokesd-swipe", "version": .string(Version.program)])
            ask(.subscribe, .stateSubscribe)
        case .lost(let reason):
            say("\(reason). It is tried again.")
            (isConnected, state) = (false, nil)
            talk = Talk()
        case .line(let line): read(line)
        case .typed(let line): typed.append(line)
        case .end: isAtEnd = true
        case .shared(let failure):
            isSharing = false
            say(failure ?? "Copied.")
        }
        carryOn()
        defer { actions = [] }
        return actions
    }

    /// The next commands, as far as nothing is waited for.
    private mutating func carryOn() {
        while isConnected, state != nil, talk.isIdle, !isSharing, !typed.isEmpty {
            obey(typed.removeFirst())
            if case .share = actions.last { isSharing = true }
        }
        guard isAtEnd, !isSharing else { return }
        if !isConnected || typed.isEmpty && talk.isIdle {
            actions.append(.quit(isDone: typed.isEmpty && isConnected))
        }
    }

    mutating func say(_ text: String) {
        let text = TerminalText.safe(text)
        actions.append(.say(look.isUnicode ? text : TerminalText.ascii(text)))
    }

    mutating func ask(_ call: Call, _ method: Method, _ params: JSONObject = [:]) {
        actions.append(.send(talk.request(call, method, params)))
    }
}

// MARK: - What the daemon says

extension PlainFront {
    private mutating func read(_ line: ArraySlice<UInt8>) {
        let message: Talk.Message
        do throws(WireMismatch) { message = try talk.read(line) } catch {
            return actions.append(
                .reconnect(because: "What jokesd says is not understood (\(error.message))"))
        }
        switch message {
        case .answer(.subscribe, .failure(let error)), .refusal(let error):
            actions.append(.reconnect(because: error.message))
        case .answer(.hello, .failure): break
        case .answer(_, .failure(let error)): say("That did not work: \(error.message)")
        case .answer(let call, .success(let result)): answered(call, result)
        case .state(let new, _): tell(new)
        case .closing: actions.append(.reconnect(because: "jokesd ends"))
        case .other: break
        }
    }

    private mutating func answered(_ call: Call, _ result: JSON) {
        switch call {
        case .undo:
            if let what = result["undone"]?["kind"]?.stringValue { say("Taken back: it was \(what).") }
        case .drag: if let state { say(Self.words(forShift: state.cardTranslation)) }
        case .release: if result["decided"]?.isNull != false { say("It is back in the middle.") }
        case .reset: say("It is back in the middle.")
        case .delete: say("Deleted; undo takes it back.")
        case .page:
            do throws(WireMismatch) {
                for line in try list.add(result, showsTranslation: state?.showTranslation ?? false) {
                    say(line)
                }
            } catch {
                actions.append(.reconnect(because: error.message))
            }
        default: break
        }
    }

    /// Only what is new.
    private mutating func tell(_ new: CardState) {
        let old = state
        state = new
        if old?.decisionState != new.decisionState, new.decisionState != .undecided, old != nil {
            say(new.decisionState == .liked ? "Liked." : "Disliked.")
        } else if let old, old.backgroundColor != new.backgroundColor, old.joke.id == new.joke.id {
            say("The card is \(new.backgroundColor.rawValue).")
        }
        if old?.joke.id != new.joke.id || old?.showTranslation != new.showTranslation
            || new.showTranslation && old?.joke.translation != new.joke.translation
        {
            say(Self.words(for: new.joke, showsTranslation: new.showTranslation))
        }
        if old?.fetching != true, new.fetching { say("Fetching.") }
        if old?.online != false, !new.online { say("Offline.") }
        if old?.online == false, new.online { say("Online again.") }
        if let error = new.error, error != old?.error { say("Trouble: \(error.text)") }
        if old == nil { say("\(new.queue.count) in the queue, \(new.saved.count) saved. Commands: help.") }
    }

    private static func words(forShift shift: Double) -> String {
        let percent = Int((abs(shift) * 100).rounded())
        return percent == 0 ? "In the middle." : "\(percent) percent to the \(shift < 0 ? "left" : "right")."
    }

    static func words(for joke: Joke, showsTranslation: Bool) -> String {
        let text = joke.text(translated: showsTranslation)
        return joke.credit(translated: showsTranslation).map { "\(text)\n(\(TerminalText.oneLine($0)))" }
            ?? text
    }
}
