// SPDX-License-Identifier: MIT

// The rules of each method, in Markdown, for which `Method+Table.swift` has no column. `rpc.discover` returns them, and
// docs/methods.md is printed from them.
extension Method {
    /// The promises of the method, besides its summary and those of its parameters.
    package var details: String {
        switch self {
        case .hello:
            #"""
            `client` is the name of your program, which others see in the `cause` of your changes; only its first 64
            characters are used. `version` is the version of your program. Go by `features` and `limits`, not by
            version numbers: `features` has the methods of this daemon, and `limits` the numbers in force. A
            parameter, a topic, an event or a member of a result that came with a later daemon is in no list of
            `hello`; `rpc.discover` describes all of them. `connection` is the number of this connection.
            Protocol.md, "Resuming", explains `epoch`, and Protocol.md, "Compatibility", explains `grease`.
            """#
        case .ping:
            #"""
            A ping is answered in order: when you read the reply, all your earlier requests have been answered,
            except those that wait for a fetch.
            """#
        case .rpcDiscover:
            #"""
            The document (https://open-rpc.org) has every method with its parameters, its result and its errors, as
            JSON Schema. You can generate stubs, completions and checks from it. It also says what this daemon has:
            a parameter is there if the `params` of its method list it, a topic if `x-events` does. `x-limits` has
            all limits. docs/methods.md is printed from the same tables.
            """#
        case .stateGet:
            #"""
            `seq` is the number of the newest event. To follow changes, subscribe instead of polling.
            """#
        case .stateSubscribe:
            #"""
            `topics` selects the events: `state` (the default), `log` and `feed`. With an empty list, only `closing`
            comes. The first event of the state comes at once and has the current state. An event of each feed comes
            at once, too. `since` is the position up to which you have read; null counts as left out. Protocol.md,
            "Events", has the details. A connection can have 8 subscriptions; another one fails with `busy`.
            """#
        case .stateUnsubscribe:
            #"""
            None of its events comes after the reply.
            """#
        case .cardDrag:
            #"""
            `width` is above zero. It and `predictedEndX` are in any unit you like. From ±0.5, the background is red
            or green. From ±0.6, the card is decided if the predicted end is outside the bounds (below 0, or at
            `width` or beyond). A drag that is neither continued nor released for 5 seconds returns to the middle.
            If two clients drag the card, the later report counts.
            """#
        case .cardRelease:
            #"""
            If the card is undecided, it returns to the middle, and the result is a change. If it is liked, the joke
            is saved and the next one follows; if it is disliked, the next one follows. The result is then a
            decision.
            """#
        case .cardReset:
            #"""
            The background is gray again.
            """#
        case .jokeCurrent:
            #"""
            `seq` is the number of the newest event.
            """#
        case .jokeNext:
            #"""
            Shows the next joke without a decision about the current one. It comes from the queue, at once, with or
            without a network. With `source` (a name in `sources.list`) or `category`, the first matching joke of
            the queue is shown. If there is none, one is fetched. If all jokes of packs and fortune files that meet
            the request were shown, they come again, each once in a round, those shown longest ago first, shuffled.
            With the source `saved`, a saved joke comes again, whatever its source: the one shown longest ago, or
            the one on the card if no other is saved. Nothing is fetched, and the saved list does not change. With
            `sources.saved.weight` in the configuration, a saved joke now and then comes instead of the next one, if
            the filter accepts it and its source is not disabled; `queue.list` does not have it.

            With `maxLength`, the joke has at most so many characters (grapheme clusters of `value`). It comes from
            the queue, or else from packs and fortune files; a joke is fetched only if these have none.

            With `"card":false`, the joke is returned and does not come on the card: the card, the history and
            `joke.undo` stay as they are. It is taken from the queue and counts as shown; a decision names its id.
            `reveal` and `ifJoke` are about the card: with one of them, such a request fails with `invalid_params`.
            If no joke is left, it fails with `empty`.

            With `wait`, a joke is fetched first, whatever the queue has. If the fetch fails, the joke comes from
            the queue as usual, and `error` has the reason; but if you named a source, a category or a length, the
            request fails. Without `wait`, `error` says why the joke on the card comes again, or why the source that
            you named gave no new joke. `decided` is null. A client that shows the whole joke sends `"reveal":true`,
            so that no card holds the punch line back (`joke.reveal`). If there is no such joke, the error is
            `empty`. A request that fetches can also fail with the errors of its source, from `offline` to
            `filtered`. If several sources were asked and one gave a joke, the failure of the others is only in
            the log. If no source has a joke left, saved jokes come again, also those of sources that are off.
            """#
        case .jokeReveal:
            #"""
            If the user wants it (`punchline` in the configuration, `holdPunchline` in the state), a joke with a
            `setup` and a `punchline` comes on the card with `"revealed":false`: clients show only the setup. When a
            user asks for the rest in any of them, it sends this request, and all show the whole joke. A joke
            without parts is always revealed, and so is every joke if `holdPunchline` is false. A joke that returns
            to the card, by `joke.undo` or from the history, is revealed. `value` and `punchline` are never left
            out, so a client that does not know `revealed` shows the whole joke.

            A client that shows one joke whole, wherever it has it from, sends this request with its id as `ifJoke`:
            if that joke is on the card, it is revealed. Otherwise the error is `stale_joke`, and nothing changes.

            A revealed joke stays revealed; the request then changes nothing. It is not a decision: `joke.undo` does
            not undo it, and the log does not report it. It is not stored: after a restart of the daemon, the joke
            on the card is revealed. `holdPunchline` also holds for a joke that is not on the card, such as the joke
            of the day in a notification. Whether that joke is revealed only its client knows.
            """#
        case .jokePrevious:
            #"""
            The history has the last 100 jokes that were on the card, also after a restart; each of them once, and
            never the error joke. After `joke.previous`, `joke.next` goes forward through them to where you were,
            and on; with `source`, `category`, `maxLength` or `wait`, it jumps to the end. Moving in the history
            takes nothing from the queue and marks nothing as shown. A disliked joke is shown, too, and a like saves
            it. A decision while you are back goes forward to the next joke of the history that is not disliked. A
            joke of the history that `joke.undo` has returned to the queue is passed over. The result is that of
            `joke.next`. If there is no earlier joke, the error is `empty`.
            """#
        case .jokeHistory:
            #"""
            Each item has a joke and what was decided about it. There are at most `limit` items, fewer if they do
            not fit into a reply. `position` is the index of the joke on the card, or null if that is not listed.
            `total` is the number of jokes in the history.
            """#
        case .jokeLike:
            #"""
            The joke on the card is saved, and the next one follows. With `joke`, the request is about that joke
            instead, which can be any joke that the daemon knows; `daily` means the joke of the day. If that joke is
            not on the card, it is saved and the card stays. So a click on a notification from three hours ago likes
            the joke that it showed. A like is not a toggle: the same like again changes nothing
            (`"changed":false`). With neither `joke` nor `ifJoke`, two likes are about two jokes. For `daily`, the
            error is `empty` if no client has requested today's joke of the day.
            """#
        case .jokeDislike:
            #"""
            All that is said of `joke.like` applies here, too. A saved joke that is disliked is no longer saved.
            """#
        case .jokeAdd:
            #"""
            The card stays. The joke needs a `value`, or a `setup` and a `punchline`; the rules for jokes
            (Protocol.md, "What a joke contains") apply. A `value` together with parts must have the letters and
            digits of both parts, which are then stored, joined by a newline. Otherwise the request fails with
            `invalid_params`, and so it does if the `translation` has the language of the joke. Without `language`,
            the joke has the user's first one. `decided` is the joke with its new id, which begins with `mine-` and
            depends on the text. A text that was added before and is still saved changes nothing
            (`"changed":false`). If that joke was edited and has another text now, the text becomes another joke.

            The filter applies to added jokes, too. A joke that it rejects, such as one in a language that the
            configuration does not name, is saved, but does not come by itself while there is another one.
            `rejection` then says why, and also if the source is disabled; otherwise it is null.

            Added jokes are the source `mine`, or `own` if the configuration has a source named `mine`; it cannot
            have both. They come as the jokes of other sources do although they are saved, until they are deleted,
            disliked or undone. The source is off until the first joke is added or imported. Then it is on, unless
            the configuration or the user has turned it off.
            """#
        case .jokeUndo:
            #"""
            It does not matter which client made the change. The last 20 can be undone, also after a restart. A
            joke that was decided on the card returns to the card, at the end of the history. The joke that it
            displaces comes next, unless the user had come to it by `joke.previous`. `undone` has the kind of the
            change (`liked`, `disliked`, `deleted`, `restored`, `added`, `edited`, `imported`, `tasteReset`), the
            ids of its jokes, and the text if it was one joke. `cardChanged` is whether another joke is on the card
            now. If there is nothing to undo, the error is `empty`.

            A decision is about a text, so undo gives the text the decision that it had before. Jokes that were
            added or imported without one go to the trash, and come back if they are added or imported again.

            An import of sync is no step (`saved.import`), and an undo leaves the texts that it has changed since.
            If these are all, or if the step is an import in pieces, `undone.jokes` is empty, `changed` is false,
            and the next `joke.undo` is about the change before.
            """#
        case .dailyGet:
            #"""
            The joke of the day depends on the local date and the built-in pack only, so all machines with the same
            pack have the same one. If it is disliked, the next request on that date chooses another one. Without
            the built-in pack, the first request on a date chooses the next joke. The jokes of the last 14 dates
            stay known. The card stays as it is. The joke may be taken from the queue, which is a change like any
            other, with its events.
            """#
        case .translationShow:
            #"""
            Selects the text that all clients show, on the card and in lists: the translation, if a joke has one
            (`on`), or the original (`off`). `toggle` selects the other one. The selection is the member
            `showTranslation` of the state, and is stored, so it survives a restart. The joke is in the reply at
            once. A translation that has to be made follows as a separate change of the state, with `joke` in
            `changed`. While translations are shown, the card, the queue, the joke of the day, the pages of feeds
            and, gradually, all saved jokes are translated ahead. The configuration says into which language jokes
            are translated, and which ones are not (docs/translation.md). If a translation fails, the joke stays as
            it is. The state's `error` has the reason while that joke is on the card, and the log has a
            `translationFailed`.
            """#
        case .translationRequest:
            #"""
            It does not matter whether translations are shown. The joke is the one on the card, or `joke`, which
            can be any joke that the daemon knows, or `daily`. The reply comes at once if the joke has a
            translation, if it is already in the wanted language, or if the same text was translated before.
            Otherwise it comes when a translation engine has answered, and may come out of order. With `again`,
            a machine translation is made again; a translation by people is kept. Only then does an engine get a
            joke of the built-in pack; otherwise, the error is `unsupported` if it has no translation. The error
            is `empty` for the error joke, and for `daily` if no client has requested today's joke of the day.
            It is `unsupported` if no engine knows both languages. The errors of the engine are those from
            `offline` to `source_empty`. An engine that returns nothing, or the original text, has failed.
            """#
        case .savedList:
            #"""
            A page has at most `limit` items, fewer if they do not fit into a reply. For the next page, send `next`
            as `cursor`, and all other parameters unchanged. A cursor is opaque. It stays valid when jokes are saved
            or deleted meanwhile: no other joke is left out or repeated because of that. Page 10,000 costs as much
            as the first one. A cursor of another query fails with `invalid_params`.

            - `sort`: by `text` (the default), as the daemon's locale sorts, or by letters without case and marks if
              the locale cannot be used; by `date`, the newest first; by `source` or by `category` (the first one),
              and by text within each. `order` reverses it. After the locale has changed, jokes that are not yet
              sorted by the new one come first.
            - `source`, `category` (any one of a joke's), `language`, `since` and `until` list only the jokes that
              match.
            - `deleted` lists the trash instead, the last deletion first. A joke is kept there for at least 30 days.
            - `disliked` lists the disliked jokes instead, the last dislike first, or in the opposite order; `since`
              and `until` are about the dislike. A disliked joke that was saved before is in the trash, too; its
              text is removed when that of a deleted one is.
            - `total` counts all jokes that match. If that takes too long, it is the number that was counted, and
              `exact` is false: there are more. A change that is made while a page is read may or may not be in it.

            Jokes with the same text, apart from case, spaces and punctuation, are one joke of the list, whatever
            their ids: the one that was decided about last. Each of these ids names it in a request, and a joke
            that is deleted disappears from the list under all of them.
            """#
        case .savedGet:
            #"""
            A beginning of the id is unique if no other saved joke has it.
            """#
        case .savedSearch:
            #"""
            The words are searched in the texts and in the translations. `query` is what people type, at most 4 KiB,
            and none of it is an error:

            | in the query | finds |
            |---|---|
            | `duck` | the word, in any case, with or without accents |
            | `compil*` | words with this beginning |
            | `"rubber duck"` | these words, one after the other |
            | `*ompil*` | this part of a word, exactly except for the case of ASCII letters; signs that are part of no word are found in the same way |

            All parts of the query must match. Of the words, also of those in quotation marks, the first 16 count; a
            sign without words counts as one. The newest 2,000 matches (by when the daemon first knew them) come
            first, with the best match first, or in the order of `sort`. The older ones follow, the newest first.
            Parts of words are searched joke by joke, the newest first, in 200,000 jokes per reply; then a page can
            be short or empty although it has a `next`. In the trash (`deleted`), everything is searched as parts of
            words.

            `marks` has the matches in `value` and in `translation`. Each is the number of its first Unicode scalar,
            and the number of its scalars. (Cut the text there, then escape it.) Everything else is as in
            `saved.list`.
            """#
        case .savedEdit:
            #"""
            Edits a saved joke, whatever its source: the parameters replace its members, and the others stay. A new
            text has no translation, unless the request gives one. Of a joke with a `setup` and a `punchline`, one
            of them may be given alone; the other one stays. `value`, `setup`, `punchline` and `translation` are
            checked as by `joke.add`. A new `language` that is that of the translation removes the translation. The
            edited joke is shown everywhere, also when the source gives the joke again. The joke of the source is
            kept, and its later texts replace it; `restore` brings it back. `decided` is the joke after the edit. If
            that is as before, nothing changes (`"changed":false`).
            """#
        case .savedDelete:
            #"""
            All of `jokes` are moved or, if one of them is an error, none. Each is an id or a unique beginning of
            one; `deleted` has the whole ids. Instead of `jokes`, give a `query`, as in `saved.search`, or filters,
            as in `saved.list`, to delete all jokes that match, at most 1,000. If more match, the request fails with
            `invalid_params` and deletes nothing. Such a request is refused in a batch. `joke.undo` restores the jokes.
            """#
        case .savedRestore:
            #"""
            The jokes are saved again, with their old dates. A disliked joke that was not saved becomes undecided,
            so it may be chosen again. The jokes are named as in `saved.delete`, and the errors are the same.
            `joke.undo` undoes a restoration, too.
            """#
        case .savedExport:
            #"""
            A part has `lines`, and a `next` for the next part, which is null on the last one. Each line is a JSON
            object: a joke with all decisions about it, whether it is saved, in the trash, disliked, or none of
            these any more. Send the `next` of a part as `cursor`, with the same `jokes`; any other cursor fails
            with `invalid_params`, and without one the export starts again. The lines are in the order of the ids,
            and those with the same id in the order of the sources. Written to a file, they are what `saved.import`
            reads. A change between two parts may or may not be included.

            | member of a line | meaning |
            |---|---|
            | `id` | the id that the source gives the joke, also if the joke is `SOURCE:ID` here |
            | `source` | the name of the source; `mine` for all jokes of the user's own |
            | `value` … `translation` | those of the joke, as in Joke |
            | `original` | only for an edited joke: the joke of its source, as in Joke |
            | `savedAt`, `deletedAt`, `buriedAt` | when it was saved, deleted, disliked; null if it is not |
            | `changedAt` | the time of the last decision about it |
            | `emptied` | only for a joke whose text was removed with the trash: it replaces all members except the id, the source and the times |

            The members have a fixed order, no other one is left out, and times have milliseconds. So equal
            libraries are exported byte for byte alike.

            With `jokes`, only the lines of these jokes are exported, and of those with the same texts, whatever was
            decided about them: a decision is about a text. An id without a decision, or of no joke, has no line.
            The ids are whole; a beginning of one is not completed. A program that follows the log and keeps a copy
            of the library fetches the jokes that an event names in this way.
            """#
        case .savedImport:
            #"""
            Send the lines in several requests, since a request has at most 64 KiB. The reply to the first one has
            the number of the `import`, which the next ones continue. Nothing is imported before the request with
            `last`; its reply comes when the import is on the disk. A connection has one import at a time. A new
            import, or the end of the connection, discards the lines that wait.

            Up to 500 lines of 512 KiB are imported in one transaction: all or none. Of more, all are stored first; if
            that fails, nothing has changed. Then they are imported in pieces. Other changes come between the
            pieces, a joke is visible as soon as its piece is imported, and newer decisions made meanwhile win. The
            reply and the log event `imported` follow the last piece. If the daemon is killed, its next start
            imports the rest. If the disk becomes full or the daemon stops, the reply has the counts so far, and
            `pending` is the number of lines that are imported later: after the next change that can be stored, or
            at the next start. Otherwise `pending` is 0.

            The `id` and the `source` of a line say which joke it is. It is imported if that joke is not there, or
            was decided about earlier (`changedAt`). If both have the same time, one is chosen by content, in the
            same way on every machine. If both are the same joke, the earlier `savedAt` is kept. So libraries that
            were edited separately become equal when they are merged, in any order and any number of times. The
            newest decision counts, and a deletion is one. Different jokes with the same text are all kept, and the
            one that was decided about last represents them, as in `saved.list`. If a joke of another source has the
            id, the new one is stored as `SOURCE:ID`.

            Lines from elsewhere need a `value` (or `joke`), or a `setup` and a `punchline`. If a `value` is not
            both parts, joined by a newline, the parts are left out. `categories`, `source`, `language` and `url`
            are optional, and follow the rules for jokes (Protocol.md, "What a joke contains"). Without a `source`,
            it is that of the joke that has the `id` here, or `import`. Without `changedAt`, a joke is saved now,
            and its line counts as older than all earlier decisions. Without an `id`, but with the `source` `mine`
            or `own`, it is a joke of the user's own, with the id that `joke.add` would give it.

            With the `mode` `add` or `merge`, the import is a step of undo, if it is not in pieces. With `merge`, a
            saved joke whose text a line removes (`emptied`) goes to the trash. `sync`, the default, is for programs
            that exchange libraries: no step of undo, and lines as they are.

            An import that changes nothing causes no event, so programs that import each other's exports come to
            rest.

            If a line is invalid, the import fails with `bad_data` and changes nothing. `data.lines` gives the
            number of each invalid line (the first 20), counted from 1 through the whole import, and its problem.
            `staged` counts the valid lines only. `skipBad` holds for the lines of its own request. `ifJoke` is
            only for the request with `last`; if the joke is not on the card, the import is discarded. In another
            request, `ifJoke` fails with `invalid_params`, and the import stays as it is. With `skipBad`, invalid
            lines are skipped. Blank lines are ignored. An import must not be part of a batch (`invalid_request`).
            """#
        case .sourcesList:
            #"""
            Sources that are off are listed, too. `configured` is what the configuration says about `enabled`; if
            they differ, the user has turned the source on or off. `state` is the first of these that applies:
            `off`; `fetching`; `limited` (the source asked for a pause); `spent` (the budget of the day is used up);
            `open` (it failed repeatedly, and gets one request at a time, after long pauses); `failing`; `exhausted`
            (it returned no new joke, and none of its jokes is in the queue; those of a pack or of fortune files
            come again when no other joke is left, or when the source is named); `resting` (its next request has to
            wait); `ready`. `error` has the reason, also for `limited` and `spent`; `message` and `retryAt` are
            those of the `error`. The `error` of a source that failed and is spent says both, and its `retryAt` is
            midnight. If there is no `error` and some lines of a pack were not read, `message` has their number, and
            the first of them with the reason.
            `pages` says whether `feed.page` can browse the source. `budget` counts the requests of the local day,
            including those in flight. Before `nextFetch`, the source is not asked for the queue, though it may be
            asked for a `joke.next` that waits. With `explain`, `reasons` says why the filter rejected jokes: a
            blocked `category`, a `flag` that the service set as a warning, a blocked `word`, `tooShort`, `tooLong`,
            an unwanted `language`. These counts begin when the daemon starts. With `count`, `total` is the number
            of jokes of a source that is on and consists of files, as far as the filter admits them, and `unseen`
            that of those that were neither shown nor decided about.
            """#
        case .sourcesCategories:
            #"""
            The source must be on. The list is empty if it has no categories, or does not report them. `counts` has
            the number of jokes in each category of a pack or of fortune files, and is null for other sources. Of
            those, only the jokes that the filter accepts count, and at most 4,096 categories are listed, of the
            `total`. A service may have to be asked. So the request may take as long as a fetch, use one of the
            day's budget, and fail like `feed.page`. In a batch it is refused with `invalid_request`.
            """#
        case .sourcesEnable:
            #"""
            The choice holds at once and also after a restart, whatever the configuration says, until
            `sources.reset`. If `sources.list` does not have the name, the error is `invalid_params`, which lists
            the names.
            """#
        case .sourcesDisable:
            #"""
            All that is said of `sources.enable` applies here, too. The jokes of the source are removed from the
            queue, and results of its requests in flight are ignored.
            """#
        case .sourcesReset:
            #"""
            The request removes what the user chose with `sources.enable` or `sources.disable`. `changed` is false
            if there was no choice. An unknown name is an error, as for `sources.enable`.
            """#
        case .feedPage:
            #"""
            A page has jokes of a source that has pages: of all of them or, with a `query` of at most 256 bytes, of
            those that it finds. Pages count from 1. `joke.like` with the `joke` of an item saves it, and the card
            stays. Jokes that you disliked and jokes that the filter rejects are left out. So a page may be empty
            although more follow; go by `hasMore`. `saved` has the ids of those `items` that are saved at that
            moment.

            **Packs, fortune files and added jokes** have pages of 20 jokes. With a `category`, they have only jokes
            of it. Its case does not matter; `sources.categories` lists those of a source, and any other one is
            refused with `invalid_params`. A `query` is a part of a text or of its translation, in any case of ASCII
            letters. The order depends only on the texts, and looks shuffled. The pages are not stored: the files
            are read when a page is requested. So send the `next` of a page as `cursor`, with the next `page` and
            the same `source`, `query` and `category`; any other combination fails with `invalid_params`. If a file
            changes meanwhile, no other joke is then repeated or left out. Without a cursor, `page` counts the jokes
            that are there now.

            **Services** have pages that are fetched in order. They take no `category` and no `cursor`. A fetched
            page is stored, also after a restart and for all clients. So the reply comes at once, or when the page
            has arrived, whichever client requested it first.

            | request to a feed with five pages | what happens |
            |---|---|
            | pages 1 to 5 | they come from the store |
            | page 6 | it is fetched, filtered and stored, and exists only then; all clients that request it meanwhile share the fetch |
            | page 6, and the fetch fails | the request fails with its error; the feed still has five pages, and the same request tries again |
            | page 6, and it is empty | `items` is empty and `hasMore` false; nothing more is fetched afterwards |
            | page 7 and later | `invalid_params`, because page 6 comes first; if `hasMore` is false, `items` is empty |

            The 20 feeds that were used last are stored, with at most 100 pages each. A feed that was empty is
            fetched again.

            The error is `unsupported` for a source without pages (a program, JokeAPI), and `invalid_params` for one
            that is not on; both name the sources with pages. A service answers a `category` with `unsupported`, and
            a `cursor` with `invalid_params`. If 20 feeds are loading, the error is `busy`. If the source is turned
            off meanwhile, it is `source_refused`. The others are those of the fetch, from `offline` to `filtered`,
            and `storage`.
            """#
        case .queueList:
            #"""
            The jokes are in the order in which they come: as many of the `total` as fit into a reply.
            """#
        case .tasteGet:
            #"""
            Each source and each category is an arm. Its `likes` and `dislikes` are those among its newest 40
            decisions. `mean` is the probability of a like that follows from them. `share` is approximately the
            fraction of the jokes shown that would come from the arm if all arms of its kind had equally many
            jokes. Liked sources and categories come more often, and each category keeps a third of the share
            that it would have without a taste. The choice is made when the queue is filled. `weight` is the
            configured weight, or 0 for a source that is off. If the configuration has `"taste": false`,
            `enabled` is false: nothing is learned, and only the weights count. At most 256 arms are stored;
            those that came least often are forgotten first. What other machines have learned (`memory.import`)
            is added to the likes and dislikes.
            """#
        case .tasteReset:
            #"""
            Only what was learned here is forgotten. What other machines have learned (`memory.import`) stays. This
            is a step of `joke.undo`. Saved jokes stay. No event reports it.
            """#
        case .memoryExport:
            #"""
            The lines are what a machine tells others of the same user besides the library. A part has `lines`, and
            a `next` for the next part. Send it as `cursor`, with the same `after`; any other cursor fails with
            `invalid_params`. Each line is a JSON object.

            | line | meaning |
            |---|---|
            | `{"seen":"8c1f4e0b92d7a635","at":1795512600000}` | A joke was shown. |
            | `{"taste":"1d0c85a94be7f263","at":1795512600000,"source":{"builtin":[2,1]},"category":{"dev":[2,0]}}` | What a machine has learned: the likes and dislikes of each source and category. |

            `seen` is a hash of the text of the joke, of its source and id, or of a selection whose round has begun.
            A joke has two of them. `at` is its position: the time in milliseconds since 1970, or one more than the
            last position if the clock is not later. So positions grow, even if the clock was set back. `position`
            is the last one. With `after`, only jokes that were shown after that position are exported. A joke that
            is shown between two parts may or may not be included, so use the `position` of the first part.

            `taste` is the id of a machine, 16 hexadecimal digits. The first parts have the lines of the machines
            that are known. That of this one has an empty id and `at` 0; a program that carries the line to another machine
            replaces both, `at` by a number that grows with each change.
            """#
        case .memoryImport:
            #"""
            The lines are those of other machines' exports. The reply to each request comes when they are on the
            disk. Of two lines with the same `seen` or `taste`, the one with the greater `at` counts. So the lines
            can come in any order and any number of times. `updated` is the number of those that counted, and
            `skipped` that of the invalid ones. A joke that another machine has shown leaves the queue. It comes
            again as one that was shown here at that position. `before` and `position` are the last position before
            and after the import: if `before` is that of your last export, no joke was shown here meanwhile. No
            event reports an import. At most 200,000 hashes and 64 machines are stored, the newest ones.
            """#
        case .shareTargets:
            #"""
            The targets are those of the configuration (`shareTargets`). Each is a link with the placeholders
            `{text}` and `{url}`. A client replaces each of them once, by the percent-encoded text or address of the
            joke, and opens the link. It must open only links with `https:`, `http:` and `mailto:`, and must not
            pass the link to a shell.
            """#
        case .daemonStatus:
            #"""
            With `clients` the result also lists the connections (otherwise `clients` is null). An entry has the
            requests and bytes of the connection, the bytes that wait to be sent (`unsent`) and the requests without
            a reply (`inFlight`). For a slow reader it counts the states that a newer one replaced (`coalesced`) and
            the events of the log that were gone (`dropped`). `sources` is as in `sources.list`, without `reasons`.
            `restoration` is set after the store was damaged, missing, empty or without tables, also after later
            starts, until the user removes the file `restoration.json` in the directory `data`. The damaged store
            was moved to the file `damaged`, and the newest good `backup`, or an empty store, replaced it. A store
            that was removed while jokesd ran was replaced by a copy of the open file; then `backup` is null, too.
            If the store itself was missing, `damaged` is what was left of it (its write-ahead log), or empty if
            nothing was. The decisions that could be read in `damaged` were merged; `unreadable` is the number of
            its pages and rows that could not be read, or null if it was not read. `configurationError` is set if
            the last reload refused the configuration, so that the old one stays in use, or if the start did, which
            uses the last one without an error; then the state has the error, too. The next reload that succeeds
            clears it. `connections` is the number of open connections, and `requests` the number of
            requests since the start, this one included.
            """#
        case .daemonReload:
            #"""
            The reply comes when the configuration is in force. `changed` has the keys whose value changed, and
            `needsRestart` those of them that take effect at the next start. The card, the decisions and what is
            known about sources stay. `overridden` has the sources that the user has turned on or off, other than
            the configuration says. Jokes that the new configuration rejects are removed from the queue, which is an
            event like any other. `added` and `removed` have the packs and commands that the configuration has got and
            lost. The files of the enabled packs were read: `packs` has those with new jokes, and those with a problem,
            such as lines that were not read. If the configuration has mistakes, the error is `bad_configuration`, with
            the first 20 of them as `problems`, and nothing has changed.
            """#
        case .daemonBackup:
            #"""
            The copy is one file in the daemon's data directory, with the store as it is at that moment. The result
            has its `path`, its size in `bytes` and its time as `madeAt`. Other requests are carried out meanwhile.
            The file is an SQLite database. It is the backup of the local day, and the next `daemon.backup` of that
            day replaces it. So open it at once, copy it to its destination, and never write to it. (The daemon
            writes only to its own directories; a client writes the user's files. `jokectl backup FILE` does all
            that.) A copy has an epoch of its own.
            """#
        }
    }
}
