// SPDX-License-Identifier: MIT

extension Schema {
    /// Machine translations. `hash` is the hash of the bytes of `original`, which distinguishes texts with the same
    /// hash. `number` grows with each translation.
    static let translations: Step = """
        CREATE TABLE translations (
            number INTEGER PRIMARY KEY,
            hash INTEGER NOT NULL,
            original TEXT NOT NULL,
            source TEXT NOT NULL,
            target TEXT NOT NULL,
            engine TEXT NOT NULL,
            version TEXT NOT NULL,
            value TEXT NOT NULL,
            text TEXT NOT NULL,
            url TEXT NOT NULL,
            UNIQUE (hash, source, target, engine)
        ) STRICT;
        """
}
