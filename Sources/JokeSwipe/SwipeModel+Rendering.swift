// SPDX-License-Identifier: MIT
import JokeCards
import JokeClient
import JokeWire

// The drawing of the screen.
extension SwipeModel {
    package func render(at now: Duration) -> Canvas {
        var canvas = Canvas(size, isUnicode: display.isUnicode)
        switch page {
        case .card: drawCard(on: &canvas, at: now)
        case .saved, .feed:
            guard let list else { break }
            let picture = BrowserRenderer(browser: list, display: display, spinner: spinner(at: now))
            picture.draw(on: &canvas)
            drawMessage(message(at: now) ?? credits(of: picture), on: &canvas)
        case .help: drawHelp(on: &canvas)
        }
        drawKeys(on: &canvas)
        return canvas
    }

    private func drawCard(on canvas: inout Canvas, at now: Duration) {
        if let state {
            let (pose, leaving) = motion.poses(of: state, at: now)
            let card = CardRenderer(
                state: state, pose: pose, scroll: scroll, display: display, layout: layout)
            card.draw(on: &canvas)
            if let leaving {
                CardRenderer(state: leaving.state, pose: leaving.pose, scroll: 0, display: display).draw(
                    on: &canvas)
            }
        }
        drawIndicators(on: &canvas, at: now)
        drawMessage(message(at: now), on: &canvas)
    }

    // MARK: - Indicators

    private func drawIndicators(on canvas: inout Canvas, at now: Duration) {
        let start = canvas.put(" jokesd ", row: 0, column: 0, Style(isBold: true))
        var facts: [(String, Style)] = []
        if case .open = session.link, let state {
            if state.fetching { facts.append(("\(spinner(at: now)) \(localized("fetching"))", Style(.link))) }
            if !state.online {
                facts.append(("\(display.isUnicode ? "⚠" : "!") \(localized("offline"))", Style(.trouble)))
            }
            if state.showTranslation { facts.append((localized("translated"), Style(.faint))) }
            facts.append((localized("saved %s", state.saved.count.grouped), Style(.faint)))
        } else {
            let isLost = if case .lost = session.link { true } else { false }
            facts.append(
                (
                    isLost ? localized("not connected, trying again") : localized("not connected"),
                    Style(.trouble)
                ))
        }
        let gap = display.symbols.separator
        func startOfFacts() -> Int {
            size.columns - 1 - facts.reduce(0) { $0 + DisplayWidth.of($1.0) } - (facts.count - 1)
                * DisplayWidth.of(gap)
        }
        // The last fact and the first one are the most important.
        while facts.count > 1, startOfFacts() < start { facts.remove(at: max(facts.count - 2, 1)) }
        var column = startOfFacts()
        for (place, (text, style)) in facts.enumerated() {
            if place > 0 { column = canvas.put(gap, row: 0, column: column, Style(.faint)) }
            column = canvas.put(text, row: 0, column: column, style)
        }
    }

    /// Returns the current frame of the spinner, or a fixed mark if animations are off.
    private func spinner(at now: Duration) -> String {
        let marks = display.symbols.spinner
        guard display.hasMotion else { return display.isUnicode ? "…" : "*" }
        return marks[Int(now / Self.spinnerTurn) % marks.count]
    }

    private func message(at now: Duration) -> (String, TextColor)? {
        session.message(at: now, error: list?.failure).map {
            ($0.text, $0.isTrouble ? .trouble : .faint)
        }
    }

    private func credits(of picture: BrowserRenderer) -> (String, TextColor)? {
        guard !picture.browser.isReading else { return nil }
        let credits = picture.credits.entries.map { reference, credit in
            reference
                + credit.lines(width: messageWidth - reference.count, ellipsis: display.symbols.ellipsis)
                .joined(separator: " ")
        }
        return credits.isEmpty ? nil : (credits.joined(separator: "  "), .link)
    }

    /// The columns of a message, without the blank before it and the ellipsis after it.
    private var messageWidth: Int { size.columns - 4 }

    /// Draws the message above the keys, in at most a third of the rows. It may end with the path of a file.
    private func drawMessage(_ message: (text: String, color: TextColor)?, on canvas: inout Canvas) {
        guard let message else { return }
        let lines = WordWrap.lines(of: TerminalText.oneLine(message.text), width: messageWidth)
        let shown = min(lines.count, max(2, size.rows / 3))
        for (place, line) in lines.prefix(shown).enumerated() {
            let row = size.rows - 1 - shown + place
            let column = canvas.put(
                " " + line, row: row, column: 0, Style(message.color), limit: messageWidth + 1)
            if place == shown - 1, lines.count > shown {
                canvas.put(display.symbols.ellipsis, row: row, column: column, Style(message.color))
            }
        }
    }

    // MARK: - Keys

    private var dragHint: String {
        display.isUnicode ? localized("←→ h l drag") : localized("arrows h l drag")
    }
    private var shortDragHint: String { display.isUnicode ? localized("←→ drag") : localized("arrows drag") }

    /// Draws the key hints that fit. The last ones, for help and quit, are always drawn. If more hints fit without the
    /// letters that drag, these are left out.
    private func drawKeys(on canvas: inout Canvas) {
        let (keys, last) = keys
        let short = keys.map { $0 == dragHint ? shortDragHint : $0 }
        let room = size.columns - 1 - DisplayWidth.of(last)
        let fitting = [keys, short].map { keys -> [String] in
            var room = room
            return Array(
                keys.prefix { key in
                    room -= DisplayWidth.of(key) + 2
                    return room >= 0
                })
        }
        let shown = (fitting[1].count > fitting[0].count ? fitting[1] : fitting[0]).reduce("") {
            $0 + $1 + "  "
        }
        canvas.put(" \(shown)\(last)", row: size.rows - 1, column: 0, Style(.faint))
    }

    private var keys: ([String], last: String) {
        switch page {
        case .card where session.hold != nil:
            return ([localized("Enter release"), dragHint], localized("Esc put back"))
        case .card:
            let keys = [
                dragHint, localized("+ like"), localized("- dislike"), localized("n next"),
                localized("u undo"), localized("f feed"), localized("p previous"),
                localized("t translate"), localized("c copy"),
            ]
            return (
                (state?.revealed == false ? [localized("Space tell")] : []) + keys,
                localized("s saved  ? help  q quit")
            )
        case .saved where saved.isTyping: return ([localized("Enter done")], localized("Esc all"))
        case .feed where feed.isTyping: return ([localized("Enter search")], localized("Esc all"))
        case .saved where saved.isReading:
            return (
                [localized("c copy"), localized("d delete"), localized("t translate")], localized("Esc back")
            )
        case .feed where feed.isReading:
            return (
                [localized("+ save"), localized("- dislike"), localized("u undo"), localized("t translate")],
                localized("Esc back")
            )
        case .saved:
            let keys = [
                localized("Enter read"), localized("/ search"), localized("o sort"), localized("r reverse"),
                localized("g grid"), localized("d delete"), localized("u undo"), localized("c copy"),
                localized("t translate"),
            ]
            return (keys, localized("s card  q quit"))
        case .feed:
            let keys = [
                localized("Enter read"), localized("+ save"), localized("- dislike"), localized("o source"),
                localized("k category"), localized("/ search"), localized("u undo"), localized("g grid"),
                localized("t translate"),
            ]
            return (keys, localized("f card  q quit"))
        case .help:
            return (
                mostHelpScroll > 0
                    ? [display.isUnicode ? localized("↑↓ scroll") : localized("up, down scroll")] : [],
                localized("Esc back")
            )
        }
    }
}
