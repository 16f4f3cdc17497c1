// SPDX-License-Identifier: MIT
import JokeCards
package import JokeClient
import JokeWire

/// The state of the line-by-line program as one value. It prints changes of the card as text and reads commands. It is
/// for screen readers, pipes and terminals without full-screen support.
///
/// A command waits for the reply to the one before it. Commands that are typed ahead or come from a file therefore
/// apply to the state that was printed last.
package struct PlainSwipeModel: Sendable {
    package enum Input: Sendable {
        case connection(SocketEvent)
        case typed(String)
        /// The input has ended.
        case end
        /// The program that shares a joke has ended with this message.
        case shared(String, isTrouble: Bool)
        /// The ``deadline`` has come.
        case moment
    }

    package enum Action: Sendable, Hashable {
        case say(String)
        case connection(SocketAction)
        /// Copy the saved joke with this id, or the current joke if nil.
        case share(String?)
        /// End the program. `isDone` says whether all commands were carried out.
        case quit(isDone: Bool)
    }

    let display: DisplayOptions
    var state: CardState?
    private var client = ReconnectingClient(name: "jokesd-swipe")
    private let surroundings: ConnectError.Surroundings
    var list = PlainList()
    /// The beginning of the joke of the list in the last request to delete it or to decide about it.
    var nameOfListed = ""
    /// The number of this connection, or nil if it is not known.
    private var connection: Int?
    var undoGuard = UndoGuard()
    private var typed: [String] = []
    private var isAtEnd = false
    private var isSharing = false
    /// The message about the lost connection, printed once until jokesd can be reached again.
    private var complaint: String?
    var actions: [Action] = []

    package init(
        display: DisplayOptions, surroundings: ConnectError.Surroundings = ConnectError.Surroundings()
    ) {
        self.display = display
        self.surroundings = surroundings
        client.start()
    }

    /// The time at which the model must be called with ``Input/moment``, or nil if it need not be.
    package var deadline: Duration? { client.deadline }

    package mutating func handle(_ input: Input, at now: Duration) -> [Action] {
        switch input {
        case .connection(let event): client.handle(event, at: now)
        case .moment: client.timePassed(at: now)
        case .typed(let line): typed.append(line)
        case .end: isAtEnd = true
        case .shared(let message, _):
            isSharing = false
            say(message)
        }
        while let event = client.nextEvent(at: now) { handle(event, at: now) }
        takeSocketActions()
        carryOn()
        defer { actions = [] }
        return actions
    }

    /// Carries out the next commands until one waits for a reply. Ends the program after the last one.
    private mutating func carryOn() {
        while client.isConnected, state != nil, client.isIdle, !isSharing, !typed.isEmpty {
            obey(typed.removeFirst())
            if case .share = actions.last { isSharing = true }
        }
        guard isAtEnd, !isSharing else { return }
        if !client.isConnected || typed.isEmpty && client.isIdle {
            actions.append(.quit(isDone: typed.isEmpty && client.isConnected))
        }
    }

    mutating func say(_ text: String) {
        let text = TerminalText.safe(text)
        actions.append(.say(display.isUnicode ? text : TerminalText.ascii(text)))
    }

    mutating func ask(_ method: Method, _ params: JSONObject = [:], tag: Int = 0) {
        client.request(method, params, tag: tag)
        takeSocketActions()
    }

    private mutating func takeSocketActions() {
        for action in client.takeActions() { actions.append(.connection(action)) }
    }
}

// MARK: - Replies and events

extension PlainSwipeModel {
    private mutating func handle(_ event: ConnectionEvent, at now: Duration) {
        switch event {
        case .connected: isSharing = false
        case .subscriptionRefused(let error): client.disconnect(because: .refused(error), at: now)
        case .reply(_, .failure(let error)): say(localized("Error: %s", error.sentence))
        case .reply(let request, .success(let result)):
            do throws(WireDecodingError) { try replied(request, result) } catch {
                client.disconnect(because: .unexpected(error), at: now)
            }
        case .event(let params):
            do throws(WireDecodingError) {
                let event = try StateEventParams(json: params)
                if event.cause?.connection != connection { undoGuard.note(event) }
                tell(event.state)
            } catch {
                client.disconnect(because: .unexpected(error), at: now)
            }
        case .lost(let error, _):
            let message = localized("%s. Trying again.", error.message(in: surroundings))
            if message != complaint { say(message) }
            (complaint, state) = (message, nil)
        case .subscribed(let result): connection = result["connection"]?.integerValue
        case .closing: break
        }
    }

    private mutating func replied(_ request: RequestTracker.Pending, _ result: JSON) throws(WireDecodingError)
    {
        let method = Method(rawValue: request.method)
        undoGuard.note(result, of: method)
        switch method {
        case .jokeUndo:
            say(try UndoResponse(json: result, at: "result").undone.sentence)
        case .cardDrag: if let state { say(Self.words(forShift: state.cardTranslation)) }
        case .cardRelease:
            if result["decided"]?.isNull != false { say(localized("The card is back in the middle.")) }
        case .cardReset: say(localized("The card is back in the middle."))
        case .savedDelete: say(localized("Deleted \"%s\"; undo restores it.", nameOfListed))
        case .jokeAdd:
            let added = try AddResponse(json: result, at: "result")
            let name = display.name(of: added.decided, translated: false, width: 40)
            say(
                added.isChanged
                    ? localized("Added: \"%s\"", name) : localized("Already added: \"%s\"", name))
            if let reason = added.rejection {
                say(localized("It is saved, but does not come by itself: %s", reason))
            }
        case .jokeLike, .jokeDislike:
            guard request.tag == Self.ofList else { break }
            let sentence =
                switch (method == .jokeLike, result["changed"] != false) {
                case (true, true): localized("\"%s\" is saved.", nameOfListed)
                case (false, true): localized("\"%s\" is disliked.", nameOfListed)
                case (true, false): localized("\"%s\" was saved before.", nameOfListed)
                case (false, false): localized("\"%s\" was disliked before.", nameOfListed)
                }
            say(sentence)
        case .sourcesList: tell(try SourcesResponse(json: result, at: "result"))
        case .sourcesCategories: tell(try CategoriesResponse(json: result, at: "result"))
        case .feedPage:
            let page = try FeedPageResponse(json: result, at: "result")
            for line in list.add(page, showsTranslation: state?.showTranslation ?? false) { say(line) }
        case .savedList, .savedSearch:
            let page = try SavedPageResponse(json: result, at: "result")
            for line in list.add(page, showsTranslation: state?.showTranslation ?? false) { say(line) }
        default: break
        }
    }

    /// Prints what the new state changes.
    private mutating func tell(_ new: CardState) {
        let old = state
        (state, complaint) = (new, nil)
        if old?.decisionState != new.decisionState, new.decisionState != .undecided, old != nil {
            say(new.decisionState == .liked ? localized("Liked.") : localized("Disliked."))
        } else if let old, old.backgroundColor != new.backgroundColor, old.joke.id == new.joke.id {
            let sentence =
                switch new.backgroundColor {
                case .gray: localized("The card is gray.")
                case .green: localized("The card is green.")
                case .red: localized("The card is red.")
                }
            say(sentence)
        }
        if old?.joke.id != new.joke.id || old?.showTranslation != new.showTranslation
            || new.showTranslation && old?.joke.translation != new.joke.translation
        {
            say(Self.words(for: new))
        } else if old?.revealed == false, new.revealed {
            say(new.joke.parts(translated: new.showTranslation).punchline ?? Self.words(for: new))
        }
        if old?.fetching != true, new.fetching { say(localized("Fetching.")) }
        if old?.online != false, !new.online { say(localized("Offline.")) }
        if old?.online == false, new.online { say(localized("Online again.")) }
        if let error = new.error, error != old?.error { say(localized("Error: %s", error.text)) }
        if old == nil {
            say(localized("%s saved. Type help for the commands.", "\(new.saved.count)"))
        }
    }

    /// The tag of a decision about a joke of the list.
    static let ofList = 1

    private mutating func tell(_ sources: SourcesResponse) {
        let names = sources.items.filter { $0.isEnabled && $0.pages == true }.map(\.name)
        say(
            names.isEmpty
                ? localized("No source that is on has pages; `jokectl sources` lists them.")
                : localized("Feeds: %s. Type feed and a name.", names.joined(separator: ", ")))
    }

    private mutating func tell(_ response: CategoriesResponse) {
        say(
            response.items.isEmpty
                ? localized("It has no categories.")
                : localized("Categories: %s.", response.items.joined(separator: ", ")))
    }

    private static func words(forShift shift: Double) -> String {
        let percent = Int((abs(shift) * 100).rounded())
        if percent == 0 { return localized("In the middle.") }
        return shift < 0
            ? localized("%s percent to the left.", "\(percent)")
            : localized("%s percent to the right.", "\(percent)")
    }

    /// The words for the joke on the card. If its punch line is held back, they name the command that tells it.
    static func words(for state: CardState) -> String {
        state.revealed
            ? words(for: state.joke, showsTranslation: state.showTranslation)
            : state.joke.parts(translated: state.showTranslation).setup + "\n"
                + localized("(reveal tells the rest.)")
    }

    static func words(for joke: Joke, showsTranslation: Bool) -> String {
        let text = joke.text(translated: showsTranslation)
        return joke.credit(translated: showsTranslation).map { "\(text)\n(\($0.line))" } ?? text
    }
}
