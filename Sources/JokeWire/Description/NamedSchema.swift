// SPDX-License-Identifier: MIT

/// The schema of an object that has a name in docs/methods.md, "Shapes".
package struct NamedSchema: Sendable, Hashable {
    package let name: String
    /// The meaning of the object in one sentence.
    package let summary: String
    package let members: [ValueSchema.Member]

    package var schema: ValueSchema { .object(members) }

    init(name: String, summary: String, members: [ValueSchema.Member]) {
        (self.name, self.summary, self.members) = (name, summary, members)
    }

    /// The description of an object, or nil if it has no name.
    package init?(_ object: any Shape.Type) {
        guard !object.name.isEmpty else { return nil }
        self.init(name: object.name, summary: object.summary, members: object.members)
    }

    /// All named schemas, in the order of docs/methods.md.
    package static var all: [NamedSchema] {
        named(
            Joke.self, Joke.Translation.self, Joke.Attribution.self, CardState.self, CardState.ErrorInfo.self,
            CardState.Queue.self, CardState.Saved.self, ChangeResponse.self, DecisionResponse.self,
            AddResponse.self, NextResponse.self, RevealResponse.self,
            UndoResponse.self, UndoResponse.Undone.self, DeleteResponse.self, RestoreResponse.self,
            SavedPageResponse.self, SavedItem.self, MatchRanges.self, ExportResponse.self,
            StagedImportResponse.self, ImportResponse.self, DailyResponse.self, TranslationModeResponse.self,
            TranslationResponse.self, FeedPageResponse.self, QueueResponse.self,
            HistoryResponse.self, TasteResponse.self,
            TasteResponse.Arm.self, MemoryExportResponse.self, MemoryImportResponse.self, HelloResponse.self)
            + [AdvertisedLimits.namedSchema, ServiceDescription.namedSchema]
            + named(
                StatusResponse.self, SourceStatus.self, SourceStatus.Budget.self,
                SourceStatus.FilterReason.self, StatusResponse.Client.self, ReloadResponse.Pack.self,
                ShareTarget.self, BackupFile.self, StoreRecovery.self, EventCause.self)
            + [WireError.namedSchema, WireError.dataSchema]
    }

    private static func named(_ objects: any Shape.Type...) -> [NamedSchema] {
        objects.compactMap { NamedSchema($0) }
    }
}
