// SPDX-License-Identifier: MIT

extension Method {
    var result: ValueSchema {
        switch self {
        case .ping, .stateUnsubscribe: .object([])
        case .hello: .shape(.hello)
        case .rpcDiscover: .shape(.document)
        case .stateGet:
            .object([.init("epoch", .string), .init("seq", .integer), .init("state", .shape(.state))])
        case .stateSubscribe:
            .object([
                .init("subscription", .integer, "Its number, which its events carry."),
                .init("connection", .integer, "The number of yours, as causes tell it."),
                .init("epoch", .string), .init("seq", .integer),
                .init("resumed", .boolean, "Whether the epoch was the one that was known."),
            ])
        case .cardDrag, .cardReset, .sourcesEnable, .sourcesDisable, .tasteReset: .shape(.change)
        case .cardRelease: .either(.shape(.change), .shape(.decision))
        case .jokeCurrent: .object([.init("joke", .shape(.joke)), .init("seq", .integer)])
        case .jokeNext, .jokeLike, .jokeDislike: .shape(.decision)
        case .jokeUndo: .shape(.undoing)
        case .dailyGet: .shape(.daily)
        case .translationShow: .shape(.showing)
        case .translationRequest: .shape(.translated)
        case .savedList, .savedSearch: .shape(.page)
        case .savedGet: .shape(.savedItem)
        case .savedDelete: .shape(.deletion)
        case .savedRestore: .shape(.restoring)
        case .savedExport: .shape(.exporting)
        case .savedImport: .either(.shape(.staging), .shape(.importing))
        case .sourcesList: .object([.init("items", .array(of: .shape(.sourceStatus)))])
        case .sourcesCategories:
            .object([
                .init("items", .array(of: .string), "In the source's order."), .init("total", .integer),
            ])
        case .feedPage: .shape(.feedPage)
        case .queueList: .shape(.queue)
        case .tasteGet: .shape(.taste)
        case .shareTargets: .object([.init("items", .array(of: .shape(.shareTarget)))])
        case .daemonStatus: .shape(.daemonStatus)
        case .daemonReload:
            .object([
                .init("changed", .array(of: .string), "The keys whose value is another one now."),
                .init("needsRestart", .array(of: .string), "Those of them that hold from the next start on."),
            ])
        case .daemonBackup: .shape(.backup)
        }
    }
}
