// SPDX-License-Identifier: MIT
import JokeWire

/// A dialog for each method, which docs/methods.md shows. The tests of the daemon read them there and play them; some
/// show two methods.
enum MethodExamples {
    static func of(_ method: Method) -> String? {
        switch method {
        case .hello:
            #"""
            → {"id":1,"method":"hello","params":{"client":"my-bar","version":"0.3"}}
            ← {"jsonrpc":"2.0","id":1,"result":{"server":"jokesd","version":"\#(Version.program)","protocol":\#(Version.protocolVersion),"epoch":"9a41c7e2d05b6f38","connection":4,"features":["hello","ping","rpc.discover",…],"limits":{"requestLine":65536,"nesting":32,"requestsInFlight":64,"batch":1000,"connections":512,"subscriptions":8,"reply":1048576,"unsentReplies":262144,"stuckSeconds":30}}}
            """#
        case .ping:
            #"""
            → {"id":1,"method":"ping"}
            ← {"jsonrpc":"2.0","id":1,"result":{}}
            """#
        case .rpcDiscover:
            #"""
            → {"id":1,"method":"rpc.discover"}
            ← {"jsonrpc":"2.0","id":1,"result":{"openrpc":"1.3.2","info":{"title":"jokesd",…},"methods":[{"name":"hello","params":[{"name":"client","schema":{"type":"string",…},…},…],…},…],…}}
            """#
        case .stateGet:
            #"""
            → {"id":1,"method":"state.get"}
            ← {"jsonrpc":"2.0","id":1,"result":{"epoch":"9a41c7e2d05b6f38","seq":57,"state":{"fetching":false,"joke":{"id":"mgdb9q1wqb6_gurzp_5bga","value":"My code optimizes itself: first it removed the bugs, then the features, then me.","setup":null,"punchline":null,"categories":["dev"],"source":"builtin","language":"en","url":null,"translation":{"language":"es","value":"Mi código se optimiza solo: …","machine":false,"attribution":{"engine":"pack","text":"Told in both languages by the pack","url":"https://creativecommons.org/publicdomain/zero/1.0/"}}},"backgroundColor":"gray","decisionState":"undecided","showTranslation":false,"revealed":true,"holdPunchline":false,"cardTranslation":0,"error":null,"online":true,"queue":{"count":10,"capacity":10},"saved":{"count":0}}}}
            """#
        case .stateSubscribe:
            #"""
            → {"id":1,"method":"state.subscribe"}
            ← {"jsonrpc":"2.0","id":1,"result":{"subscription":1,"connection":4,"epoch":"9a41c7e2d05b6f38","seq":57,"resumed":false}}
            ← {"jsonrpc":"2.0","method":"event","params":{"subscription":1,"topic":"state","seq":57,"changed":[],"cause":null,"state":{…}}}
            → {"id":2,"method":"state.subscribe","params":{"topics":["feed"]}}
            ← {"jsonrpc":"2.0","id":2,"result":{"subscription":2,"connection":4,"epoch":"9a41c7e2d05b6f38","seq":57,"resumed":false}}
            → {"id":3,"method":"ping"}
            ← {"jsonrpc":"2.0","id":3,"result":{}}
            """#
        case .stateUnsubscribe:
            #"""
            → {"id":1,"method":"state.subscribe"}
            ← {"jsonrpc":"2.0","id":1,"result":{"subscription":1,…}}
            ← {"jsonrpc":"2.0","method":"event","params":{"subscription":1,…}}
            → {"id":2,"method":"state.unsubscribe","params":{"subscription":1}}
            ← {"jsonrpc":"2.0","id":2,"result":{}}
            → {"id":3,"method":"joke.next"}
            ← {"jsonrpc":"2.0","id":3,"result":{…}}
            """#
        case .cardDrag:
            #"""
            → {"id":1,"method":"card.drag","params":{"translation":0.5,"predictedEndX":300,"width":414}}
            ← {"jsonrpc":"2.0","id":1,"result":{"seq":58,"changed":true}}
            → {"id":2,"method":"state.get"}
            ← {"jsonrpc":"2.0","id":2,"result":{"seq":58,"state":{"cardTranslation":0.5,"backgroundColor":"green","decisionState":"undecided",…},…}}
            """#
        case .cardRelease:
            #"""
            → {"id":1,"method":"card.drag","params":{"translation":0.7,"predictedEndX":500,"width":414}}
            ← {"jsonrpc":"2.0","id":1,"result":{"seq":58,"changed":true}}
            → {"id":2,"method":"card.release"}
            ← {"jsonrpc":"2.0","id":2,"result":{"seq":60,"changed":true,"joke":{"id":"builtin-0007",…},"decided":{"id":"mgdb9q1wqb6_gurzp_5bga",…}}}
            """#
        case .cardReset:
            #"""
            → {"id":1,"method":"card.drag","params":{"translation":-0.7,"predictedEndX":-90,"width":414}}
            ← {"jsonrpc":"2.0","id":1,"result":{"seq":58,"changed":true}}
            → {"id":2,"method":"card.reset"}
            ← {"jsonrpc":"2.0","id":2,"result":{"seq":59,"changed":true}}
            → {"id":3,"method":"card.reset"}
            ← {"jsonrpc":"2.0","id":3,"result":{"seq":59,"changed":false}}
            """#
        case .jokeCurrent:
            #"""
            → {"id":1,"method":"joke.current"}
            ← {"jsonrpc":"2.0","id":1,"result":{"joke":{"id":"mgdb9q1wqb6_gurzp_5bga","value":"My code optimizes itself: …",…},"seq":57}}
            """#
        case .jokeNext:
            #"""
            → {"id":1,"method":"joke.next"}
            ← {"jsonrpc":"2.0","id":1,"result":{"seq":58,"changed":true,"joke":{"id":"builtin-0007",…},"decided":null,"error":null}}
            → {"id":2,"method":"joke.next","params":{"category":"programming"}}
            ← {"jsonrpc":"2.0","id":2,"result":{"seq":61,"changed":true,"joke":{"id":"builtin-0012",…},"decided":null,"error":null}}
            → {"id":3,"method":"joke.next","params":{"category":"nonsense"}}
            ← {"jsonrpc":"2.0","id":3,"error":{"code":-32013,"message":"No enabled source has a joke of that kind now. Dislikes, `filter` and `languages` leave jokes out; `jokectl sources` says more. `jokectl categories` lists the categories.","data":{"kind":"empty","retry":false}}}
            → {"id":4,"method":"joke.next","params":{"source":"saved"}}
            ← {"jsonrpc":"2.0","id":4,"error":{"code":-32013,"message":"No joke is saved yet; `jokectl like` saves the current joke.","data":{"kind":"empty","retry":false}}}
            → {"id":5,"method":"joke.next","params":{"maxLength":80}}
            ← {"jsonrpc":"2.0","id":5,"result":{"seq":62,"changed":true,"joke":{…},"decided":null,"error":null}}
            → {"id":6,"method":"joke.next","params":{"card":false}}
            ← {"jsonrpc":"2.0","id":6,"result":{"seq":63,"changed":true,"joke":{…},"decided":null,"error":null}}
            """#
        case .jokeReveal:
            #"""
            → {"id":1,"method":"joke.reveal","params":{"ifJoke":"mgdb9q1wqb6_gurzp_5bga"}}
            ← {"jsonrpc":"2.0","id":1,"result":{"seq":57,"changed":false,"joke":{"id":"mgdb9q1wqb6_gurzp_5bga",…}}}
            """#
        case .jokePrevious:
            #"""
            → {"id":1,"method":"joke.next"}
            ← {"jsonrpc":"2.0","id":1,"result":{"seq":58,"changed":true,"joke":{"id":"builtin-0007",…},"decided":null,"error":null}}
            → {"id":2,"method":"joke.previous"}
            ← {"jsonrpc":"2.0","id":2,"result":{"seq":59,"changed":true,"joke":{"id":"mgdb9q1wqb6_gurzp_5bga",…},"decided":null,"error":null}}
            → {"id":3,"method":"joke.previous"}
            ← {"jsonrpc":"2.0","id":3,"error":{"code":-32013,"message":"No earlier joke is in the history.","data":{"kind":"empty","retry":false}}}
            → {"id":4,"method":"joke.next"}
            ← {"jsonrpc":"2.0","id":4,"result":{"seq":60,"changed":true,"joke":{"id":"builtin-0007",…},"decided":null,"error":null}}
            """#
        case .jokeHistory:
            #"""
            → {"id":1,"method":"joke.dislike"}
            ← {"jsonrpc":"2.0","id":1,"result":{…}}
            → {"id":2,"method":"joke.history"}
            ← {"jsonrpc":"2.0","id":2,"result":{"items":[{"joke":{"id":"builtin-0007",…},"savedAt":null,"deletedAt":null,"dislikedAt":null,"original":null,"marks":null},{"joke":{"id":"mgdb9q1wqb6_gurzp_5bga",…},"savedAt":null,"deletedAt":null,"dislikedAt":"2026-04-01T09:30:00Z","original":null,"marks":null}],"position":0,"total":2}}
            """#
        case .jokeLike:
            #"""
            → {"id":1,"method":"joke.like","params":{"ifJoke":"mgdb9q1wqb6_gurzp_5bga"}}
            ← {"jsonrpc":"2.0","id":1,"result":{"seq":59,"changed":true,"joke":{"id":"builtin-0007",…},"decided":{"id":"mgdb9q1wqb6_gurzp_5bga",…}}}
            → {"id":2,"method":"joke.like","params":{"joke":"mgdb9q1wqb6_gurzp_5bga"}}
            ← {"jsonrpc":"2.0","id":2,"result":{"seq":59,"changed":false,"joke":{"id":"builtin-0007",…},"decided":{"id":"mgdb9q1wqb6_gurzp_5bga",…}}}
            → {"id":3,"method":"joke.like","params":{"ifJoke":"mgdb9q1wqb6_gurzp_5bga"}}
            ← {"jsonrpc":"2.0","id":3,"error":{"code":-32010,"message":"Another joke is on the card by now; look at it and decide again.","data":{"kind":"stale_joke","retry":false,"current":"builtin-0007"}}}
            """#
        case .jokeDislike:
            #"""
            → {"id":1,"method":"joke.dislike"}
            ← {"jsonrpc":"2.0","id":1,"result":{"seq":59,"changed":true,"joke":{"id":"builtin-0007",…},"decided":{"id":"mgdb9q1wqb6_gurzp_5bga",…}}}
            """#
        case .jokeAdd:
            #"""
            → {"id":1,"method":"joke.add","params":{"setup":"Why?","punchline":"Because.","categories":["short"]}}
            ← {"jsonrpc":"2.0","id":1,"result":{"seq":60,"changed":true,"joke":{"id":"mgdb9q1wqb6_gurzp_5bga",…},"decided":{"id":"mine-baff3782ee8220df","value":"Why?\nBecause.",…,"source":"mine",…},"rejection":null}}
            → {"id":2,"method":"joke.add","params":{"setup":"Why?"}}
            ← {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"The joke has no text: a 'value', or a 'setup' and a 'punchline'.","data":{"kind":"invalid_params","retry":false}}}
            """#
        case .jokeUndo:
            #"""
            → {"id":1,"method":"joke.dislike"}
            ← {"jsonrpc":"2.0","id":1,"result":{"seq":59,"changed":true,"joke":{"id":"builtin-0007",…},"decided":{"id":"mgdb9q1wqb6_gurzp_5bga",…}}}
            → {"id":2,"method":"joke.undo"}
            ← {"jsonrpc":"2.0","id":2,"result":{"seq":60,"changed":true,"joke":{"id":"mgdb9q1wqb6_gurzp_5bga",…},"undone":{"kind":"disliked","jokes":["mgdb9q1wqb6_gurzp_5bga"],…},…}}
            → {"id":3,"method":"joke.undo"}
            ← {"jsonrpc":"2.0","id":3,"error":{"code":-32013,"message":"There is nothing to undo.","data":{"kind":"empty","retry":false}}}
            """#
        case .dailyGet:
            #"""
            → {"id":1,"method":"daily.get"}
            ← {"jsonrpc":"2.0","id":1,"result":{"date":"2026-04-01","joke":{"id":"builtin-0007",…}}}
            → {"id":2,"method":"joke.like","params":{"joke":"daily"}}
            ← {"jsonrpc":"2.0","id":2,"result":{"seq":59,"changed":true,"joke":{"id":"mgdb9q1wqb6_gurzp_5bga",…},"decided":{"id":"builtin-0007",…}}}
            """#
        case .translationShow:
            #"""
            → {"id":1,"method":"translation.show","params":{"show":"on"}}
            ← {"jsonrpc":"2.0","id":1,"result":{"seq":58,"changed":true,"showTranslation":true,"joke":{"id":"mgdb9q1wqb6_gurzp_5bga","translation":{"language":"es","value":"Mi código se optimiza solo: …","machine":false,…},…}}}
            → {"id":2,"method":"translation.show","params":{"show":"toggle"}}
            ← {"jsonrpc":"2.0","id":2,"result":{"seq":59,"changed":true,"showTranslation":false,"joke":{…}}}
            """#
        case .translationRequest:
            #"""
            → {"id":1,"method":"translation.request"}
            ← {"jsonrpc":"2.0","id":1,"result":{"seq":57,"changed":false,"joke":{"id":"mgdb9q1wqb6_gurzp_5bga","translation":{"language":"es",…},…}}}
            → {"id":2,"method":"translation.request","params":{"joke":"elephant"}}
            ← {"jsonrpc":"2.0","id":2,"error":{"code":-32011,"message":"No joke has the id 'elephant'.","data":{"kind":"not_found","retry":false,"joke":"elephant"}}}
            """#
        case .savedList:
            #"""
            → {"id":1,"method":"joke.like"}
            ← {"jsonrpc":"2.0","id":1,"result":{…}}
            → {"id":2,"method":"joke.like"}
            ← {"jsonrpc":"2.0","id":2,"result":{…}}
            → {"id":3,"method":"saved.list","params":{"sort":"date","order":"ascending","limit":1}}
            ← {"jsonrpc":"2.0","id":3,"result":{"items":[{"joke":{"id":"mgdb9q1wqb6_gurzp_5bga",…},"savedAt":"2026-04-01T09:30:00Z","deletedAt":null,"dislikedAt":null,"original":null,"marks":null}],"next":"WyJBbiBvY3RvcHVz…","total":2,"exact":true}}
            → {"id":4,"method":"saved.list","params":{"sort":"date","order":"ascending","limit":1,"cursor":"WyJBbiBvY3RvcHVz…"}}
            ← {"jsonrpc":"2.0","id":4,"result":{"items":[{"joke":{"id":"builtin-0007",…},"savedAt":"2026-04-01T09:30:02Z","deletedAt":null,"dislikedAt":null,"original":null,"marks":null}],"next":null,"total":2,"exact":true}}
            """#
        case .savedGet:
            #"""
            → {"id":1,"method":"joke.like"}
            ← {"jsonrpc":"2.0","id":1,"result":{…}}
            → {"id":2,"method":"saved.get","params":{"joke":"mgdb"}}
            ← {"jsonrpc":"2.0","id":2,"result":{"joke":{"id":"mgdb9q1wqb6_gurzp_5bga",…},"savedAt":"2026-04-01T09:30:00Z","deletedAt":null,"dislikedAt":null,"original":null,"marks":null}}
            → {"id":3,"method":"saved.get","params":{"joke":"elephant"}}
            ← {"jsonrpc":"2.0","id":3,"error":{"code":-32011,"message":"No joke has the id 'elephant'.","data":{"kind":"not_found","retry":false,"joke":"elephant"}}}
            """#
        case .savedSearch:
            #"""
            → {"id":1,"method":"joke.like"}
            ← {"jsonrpc":"2.0","id":1,"result":{…}}
            → {"id":2,"method":"saved.search","params":{"query":"optim* itself"}}
            ← {"jsonrpc":"2.0","id":2,"result":{"items":[{"joke":{"id":"mgdb9q1wqb6_gurzp_5bga","value":"My code optimizes itself: …",…},"savedAt":"2026-04-01T09:30:00Z","deletedAt":null,"dislikedAt":null,"original":null,"marks":{"value":[[8,9],[18,6]],"translation":[[13,8]]}}],"next":null,"total":1,"exact":true}}
            """#
        case .savedEdit:
            #"""
            → {"id":1,"method":"joke.like"}
            ← {"jsonrpc":"2.0","id":1,"result":{…}}
            → {"id":2,"method":"saved.edit","params":{"joke":"mgdb","value":"My code edits itself."}}
            ← {"jsonrpc":"2.0","id":2,"result":{"seq":60,"changed":true,"joke":{"id":"builtin-0007",…},"decided":{"id":"mgdb9q1wqb6_gurzp_5bga","value":"My code edits itself.",…}}}
            → {"id":3,"method":"saved.get","params":{"joke":"mgdb"}}
            ← {"jsonrpc":"2.0","id":3,"result":{"joke":{"id":"mgdb9q1wqb6_gurzp_5bga","value":"My code edits itself.",…},"original":"My code optimizes itself: …",…}}
            → {"id":4,"method":"saved.edit","params":{"joke":"mgdb","restore":true}}
            ← {"jsonrpc":"2.0","id":4,"result":{"seq":62,"changed":true,"joke":{"id":"builtin-0007",…},"decided":{"id":"mgdb9q1wqb6_gurzp_5bga","value":"My code optimizes itself: …",…}}}
            → {"id":5,"method":"saved.edit","params":{"joke":"mgdb"}}
            ← {"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"There is nothing to edit; give a text, 'categories', a 'language' or a 'translation'.","data":{"kind":"invalid_params","retry":false}}}
            """#
        case .savedDelete:
            #"""
            → {"id":1,"method":"joke.like"}
            ← {"jsonrpc":"2.0","id":1,"result":{…}}
            → {"id":2,"method":"saved.delete","params":{"jokes":["mgdb"]}}
            ← {"jsonrpc":"2.0","id":2,"result":{"seq":60,"changed":true,"deleted":["mgdb9q1wqb6_gurzp_5bga"]}}
            → {"id":3,"method":"saved.delete","params":{"query":"elephant"}}
            ← {"jsonrpc":"2.0","id":3,"result":{"seq":60,"changed":false,"deleted":[]}}
            """#
        case .savedRestore:
            #"""
            → {"id":1,"method":"joke.like"}
            ← {"jsonrpc":"2.0","id":1,"result":{…}}
            → {"id":2,"method":"saved.delete","params":{"jokes":["mgdb"]}}
            ← {"jsonrpc":"2.0","id":2,"result":{"deleted":["mgdb9q1wqb6_gurzp_5bga"],…}}
            → {"id":3,"method":"saved.restore","params":{"jokes":["mgdb"]}}
            ← {"jsonrpc":"2.0","id":3,"result":{"seq":62,"changed":true,"restored":["mgdb9q1wqb6_gurzp_5bga"]}}
            """#
        case .savedExport:
            #"""
            → {"id":1,"method":"joke.like"}
            ← {"jsonrpc":"2.0","id":1,"result":{…}}
            → {"id":2,"method":"saved.export"}
            ← {"jsonrpc":"2.0","id":2,"result":{"lines":["{\"id\":\"mgdb9q1wqb6_gurzp_5bga\",…"],"next":null}}
            → {"id":3,"method":"saved.export","params":{"jokes":["mgdb9q1wqb6_gurzp_5bga","of no joke"]}}
            ← {"jsonrpc":"2.0","id":3,"result":{"lines":["{\"id\":\"mgdb9q1wqb6_gurzp_5bga\",…"],"next":null}}
            """#
        case .savedImport:
            #"""
            → {"id":1,"method":"saved.import","params":{"lines":["{\"setup\":\"Why?\",\"punchline\":\"Because.\"}"]}}
            ← {"jsonrpc":"2.0","id":1,"result":{"import":1,"staged":1}}
            → {"id":2,"method":"saved.import","params":{"import":1,"lines":["{\"value\":\"Because of that.\"}"],"last":true}}
            ← {"jsonrpc":"2.0","id":2,"result":{"seq":59,"changed":true,"added":2,"updated":0,"unchanged":0,"skipped":0,"pending":0,"removals":0,"postdated":0}}
            → {"id":3,"method":"saved.import","params":{"lines":["not JSON"],"last":true}}
            ← {"jsonrpc":"2.0","id":3,"error":{"code":-32015,"message":"Nothing was imported: line 1 is no JSON object.","data":{"kind":"bad_data","retry":false,"lines":[{"line":1,"problem":"is no JSON object"}]}}}
            """#
        case .sourcesList:
            #"""
            → {"id":1,"method":"sources.list","params":{"explain":true}}
            ← {"jsonrpc":"2.0","id":1,"result":{"items":[{"name":"builtin","type":"builtin","enabled":true,"configured":true,"weight":1,"pages":true,"state":"ready","error":null,"message":null,"retryAt":null,"budget":null,"nextFetch":null,"given":10,"seen":0,"filtered":0,"reasons":[],"total":null,"unseen":null},{"name":"fortune","enabled":false,"state":"off",…},…]}}
            """#
        case .sourcesCategories:
            #"""
            → {"id":1,"method":"sources.categories","params":{"source":"builtin"}}
            ← {"jsonrpc":"2.0","id":1,"result":{"items":["animals",…],"counts":[99,…],"total":…}}
            """#
        case .sourcesEnable:
            #"""
            → {"id":1,"method":"sources.enable","params":{"source":"builtin"}}
            ← {"jsonrpc":"2.0","id":1,"result":{"seq":57,"changed":false}}
            → {"id":2,"method":"sources.disable","params":{"source":"web"}}
            ← {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Parameter 'source': expected one of builtin, fortune, chucknorris, icanhazdadjoke, jokeapi, mine.","data":{"kind":"invalid_params","retry":false,"parameter":"source","expected":"one of builtin, fortune, chucknorris, icanhazdadjoke, jokeapi, mine"}}}
            → {"id":3,"method":"sources.disable","params":{"source":"builtin"}}
            ← {"jsonrpc":"2.0","id":3,"result":{"seq":59,"changed":true}}
            → {"id":4,"method":"queue.list"}
            ← {"jsonrpc":"2.0","id":4,"result":{"items":[],"total":0,"capacity":10}}
            """#
        case .sourcesDisable: nil
        case .sourcesReset:
            #"""
            → {"id":1,"method":"sources.disable","params":{"source":"builtin"}}
            ← {"jsonrpc":"2.0","id":1,"result":{"seq":59,"changed":true}}
            → {"id":2,"method":"sources.reset","params":{"source":"builtin"}}
            ← {"jsonrpc":"2.0","id":2,"result":{"changed":true,…}}
            """#
        case .feedPage:
            #"""
            → {"id":1,"method":"feed.page","params":{"source":"builtin","category":"animals"}}
            ← {"jsonrpc":"2.0","id":1,"result":{"source":"builtin","query":null,"page":1,"items":[…],"isLoading":false,"hasMore":true,"total":…,"category":"animals","next":"…","saved":[]}}
            → {"id":2,"method":"feed.page","params":{"source":"nowhere","page":2}}
            ← {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Parameter 'source': expected a source with pages…","data":{"kind":"invalid_params","retry":false,"parameter":"source","expected":"a source with pages…"}}}
            """#
        case .queueList:
            #"""
            → {"id":1,"method":"queue.list"}
            ← {"jsonrpc":"2.0","id":1,"result":{"items":[{"id":"builtin-0007",…},{"id":"builtin-0012",…},…],"total":10,"capacity":10}}
            → {"id":2,"method":"joke.next"}
            ← {"jsonrpc":"2.0","id":2,"result":{"seq":58,"changed":true,"joke":{"id":"builtin-0007",…},"decided":null,"error":null}}
            """#
        case .tasteGet:
            #"""
            → {"id":1,"method":"taste.get"}
            ← {"jsonrpc":"2.0","id":1,"result":{"enabled":true,"arms":[{"kind":"source","name":"builtin","weight":1,"likes":0,"dislikes":0,"mean":0.5,"share":1}]}}
            → {"id":2,"method":"joke.like"}
            ← {"jsonrpc":"2.0","id":2,"result":{"decided":{"id":"mgdb9q1wqb6_gurzp_5bga","categories":["dev"],…},…}}
            → {"id":3,"method":"taste.get"}
            ← {"jsonrpc":"2.0","id":3,"result":{"enabled":true,"arms":[{"kind":"source","name":"builtin","weight":1,"likes":1,"dislikes":0,"mean":0.6667,"share":1},{"kind":"category","name":"dev","weight":1,"likes":1,"dislikes":0,"mean":0.6667,"share":1}]}}
            """#
        case .tasteReset:
            #"""
            → {"id":1,"method":"joke.dislike"}
            ← {"jsonrpc":"2.0","id":1,"result":{…}}
            → {"id":2,"method":"taste.reset"}
            ← {"jsonrpc":"2.0","id":2,"result":{"seq":59,"changed":true}}
            → {"id":3,"method":"taste.reset"}
            ← {"jsonrpc":"2.0","id":3,"result":{"seq":59,"changed":false}}
            """#
        case .memoryExport:
            #"""
            → {"id":1,"method":"joke.next"}
            ← {"jsonrpc":"2.0","id":1,"result":{…}}
            → {"id":2,"method":"memory.export"}
            ← {"jsonrpc":"2.0","id":2,"result":{"lines":["{\"taste\":\"\",\"at\":0,\"source\":{},\"category\":{}}","{\"seen\":\"…","{\"seen\":\"…"],"position":…,"next":null}}
            """#
        case .memoryImport:
            #"""
            → {"id":1,"method":"memory.import","params":{"lines":["{\"seen\":\"8c1f4e0b92d7a635\",\"at\":1795512600000}"]}}
            ← {"jsonrpc":"2.0","id":1,"result":{"seq":58,"changed":true,"updated":1,"skipped":0,"before":…,"position":…}}
            → {"id":2,"method":"memory.import","params":{"lines":["{\"seen\":\"8c1f4e0b92d7a635\",\"at\":1795512600000}"]}}
            ← {"jsonrpc":"2.0","id":2,"result":{"seq":58,"changed":false,"updated":0,"skipped":0,"before":…,"position":…}}
            """#
        case .shareTargets:
            #"""
            → {"id":1,"method":"share.targets"}
            ← {"jsonrpc":"2.0","id":1,"result":{"items":[{"name":"mail","url":"mailto:?subject=A%20joke&body={text}"},…]}}
            """#
        case .daemonStatus:
            #"""
            → {"id":1,"method":"daemon.status"}
            ← {"jsonrpc":"2.0","id":1,"result":{"version":"\#(Version.program)","protocol":\#(Version.protocolVersion),"pid":1742,"uptime":86400,"socket":"/run/user/1000/jokesd/socket","data":"/home/you/.local/share/jokesd","epoch":"9a41c7e2d05b6f38","seq":57,"queue":{"count":10,"capacity":10},"saved":{"count":0},"error":null,"restoration":null,"configurationError":null,"sources":[{"name":"builtin","state":"ready","error":null,…},…],"connections":3,"requests":205,"clients":null}}
            → {"id":2,"method":"daemon.status","params":{"clients":true}}
            ← {"jsonrpc":"2.0","id":2,"result":{"clients":[{"connection":4,"client":null,"requests":2,"received":98,"sent":467,"unsent":0,"inFlight":1,"subscriptions":0,"coalesced":0,"dropped":0,"connectedFor":3},…],…}}
            """#
        case .daemonReload:
            #"""
            → {"id":1,"method":"daemon.reload"}
            ← {"jsonrpc":"2.0","id":1,"result":{"changed":[],"needsRestart":[],"overridden":[],"added":[],"removed":[],"packs":[]}}
            """#
        case .daemonBackup:
            #"""
            → {"id":1,"method":"daemon.backup"}
            ← {"jsonrpc":"2.0","id":1,"result":{"path":"/home/you/.local/share/jokesd/backups/jokesd-2026-04-01.sqlite","bytes":86016,"madeAt":"2026-04-01T09:30:00Z"}}
            """#
        }
    }
}
