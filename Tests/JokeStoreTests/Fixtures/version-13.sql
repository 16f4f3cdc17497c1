-- What a jokesd with version 13 of the layout left behind. It never changes.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE jokes (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    value TEXT NOT NULL COLLATE NOCASE,
    setup TEXT,
    punchline TEXT,
    categories TEXT NOT NULL,
    source TEXT NOT NULL,
    language TEXT NOT NULL,
    url TEXT,
    translation_language TEXT,
    translation_value TEXT,
    translation_machine INTEGER,
    translation_engine TEXT,
    translation_text TEXT,
    translation_url TEXT,
    saved_at INTEGER,
    deleted_at INTEGER,
    buried_at INTEGER
, changed_at INTEGER, text_class INTEGER NOT NULL DEFAULT 0, shown INTEGER NOT NULL DEFAULT 0, sort_key BLOB, category TEXT NOT NULL DEFAULT '', emptied INTEGER NOT NULL DEFAULT 0, original TEXT, key_id TEXT, lesson INTEGER, folded TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO jokes VALUES(1,'mgdb9q1wqb6_gurzp_5bga','A starter.',NULL,NULL,'["dev"]','chucknorris','en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,6067527983424627959,0,NULL,'dev',0,NULL,NULL,NULL,'a starter');
INSERT INTO jokes VALUES(2,'saved-1',replace('Why?\nBecause.','\n',char(10)),'Why?','Because.','["dev","pun"]','builtin','en','https://example.org/1','es',replace('¿Por qué?\nPorque sí.','\n',char(10)),1,'apertium','Apertium','https://www.apertium.org',1795000000000,NULL,NULL,1795000000000,-4972194428106956577,1,X'017768793f0a626563617573652e','dev',0,NULL,NULL,1,replace('why because\npor que porque si','\n',char(10)));
INSERT INTO jokes VALUES(3,'saved-2','Ärger 🤣',NULL,NULL,'[]','fortune','de',NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795000001000,NULL,NULL,1795000001000,8808654594992590246,1,X'01c3a47267657220f09fa4a3','',0,'{"id":"saved-2","value":"Aerger","setup":null,"punchline":null,"categories":[],"source":"fortune","language":"de","url":null,"translation":null}',NULL,1,'arger');
INSERT INTO jokes VALUES(4,'trashed-1','It''s gone.',NULL,NULL,'[]','builtin','en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795000002000,1795000003000,NULL,1795000003000,4325446980134310530,2,X'016974277320676f6e652e','',0,NULL,NULL,1,'it s gone');
INSERT INTO jokes VALUES(5,'buried-1','Never again.',NULL,NULL,'["misc"]','builtin','en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795000004000,1795000004000,49540601327087323,-1,NULL,'misc',0,NULL,NULL,NULL,'never again');
INSERT INTO jokes VALUES(6,'queued-1','Next.',NULL,NULL,'[]','builtin','en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,-1931643216358674392,0,NULL,'',0,NULL,NULL,NULL,'next');
INSERT INTO jokes VALUES(7,'queued-2','And then.',NULL,NULL,'[]','builtin','es',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,-2404786159096545639,0,NULL,'',0,NULL,NULL,NULL,'and then');
INSERT INTO jokes VALUES(8,'daily-1','Today.',NULL,NULL,'[]','builtin','en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,-6624415183371218402,0,NULL,'',0,NULL,NULL,NULL,'today');
INSERT INTO jokes VALUES(9,'paged-1','Of a page.',NULL,NULL,'[]','icanhazdadjoke','en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,-1381975360110728800,0,NULL,'',0,NULL,NULL,NULL,'of a page');
INSERT INTO jokes VALUES(10,'team:buried-1','Never again.',NULL,NULL,'[]','team','en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795000005000,1795000005000,49540601327087323,3,NULL,'',0,NULL,'buried-1',0,'never again');
CREATE TABLE session (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    epoch TEXT NOT NULL,
    reserved_sequence INTEGER NOT NULL DEFAULT 0,
    card_id TEXT,
    queue TEXT NOT NULL DEFAULT '[]',
    daily_date TEXT,
    daily_id TEXT,
    show_translation INTEGER NOT NULL DEFAULT 0
, saved_count INTEGER NOT NULL DEFAULT 0, collation TEXT NOT NULL DEFAULT 'C', generation INTEGER NOT NULL DEFAULT 1, seen_position INTEGER NOT NULL DEFAULT 0, history TEXT NOT NULL DEFAULT '[]', history_position INTEGER, taste_epoch INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO session VALUES(1,'0123456789abcdef',3000,'mgdb9q1wqb6_gurzp_5bga','["queued-1","queued-2"]','2026-11-21','daily-1',1,2,'C',1,3,'["saved-1","mgdb9q1wqb6_gurzp_5bga","buried-1"]',1,0);
CREATE TABLE days (
            number INTEGER PRIMARY KEY,
            date TEXT NOT NULL UNIQUE,
            joke_id TEXT NOT NULL
        ) STRICT;
INSERT INTO days VALUES(1,'2026-11-21','daily-1');
CREATE TABLE log (
    sequence INTEGER PRIMARY KEY,
    members TEXT NOT NULL
) STRICT;
INSERT INTO log VALUES(7,'"event":"online","time":"2026-11-21T09:00:00Z","cause":null');
INSERT INTO log VALUES(9,'"event":"deleted","time":"2026-11-21T09:00:01Z","cause":{"method":"saved.delete","client":"jokectl","connection":3},"jokes":["trashed-1"]');
CREATE TABLE sources (
    name TEXT PRIMARY KEY,
    enabled INTEGER,
    day TEXT,
    requests INTEGER NOT NULL,
    asked_at INTEGER,
    rests_until INTEGER,
    barred_until INTEGER,
    failures INTEGER NOT NULL,
    repeats INTEGER NOT NULL,
    exhausted INTEGER NOT NULL
) STRICT;
INSERT INTO sources VALUES('jokeapi',1,'2026-11-21',17,1795000000000,1795000100000,NULL,2,3,0);
INSERT INTO sources VALUES('builtin',0,NULL,0,NULL,NULL,NULL,0,0,0);
CREATE TABLE taste (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    decisions INTEGER NOT NULL,
    count INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;
INSERT INTO taste VALUES('category','dev',1,1,1795000000000);
INSERT INTO taste VALUES('source','builtin',5,3,1795000004000);
CREATE TABLE feeds (
    number INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    query TEXT NOT NULL,
    page INTEGER NOT NULL,
    has_more INTEGER NOT NULL,
    total INTEGER,
    position INTEGER NOT NULL,
    UNIQUE (source, query)
) STRICT;
INSERT INTO feeds VALUES(1,'icanhazdadjoke','',1,1,38,1);
INSERT INTO feeds VALUES(2,'icanhazdadjoke','cats',1,0,1,2);
CREATE TABLE feed_pages (
    feed INTEGER NOT NULL,
    page INTEGER NOT NULL,
    jokes TEXT NOT NULL,
    PRIMARY KEY (feed, page)
) STRICT, WITHOUT ROWID;
INSERT INTO feed_pages VALUES(1,1,'["paged-1","saved-1"]');
INSERT INTO feed_pages VALUES(2,1,'[]');
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
INSERT INTO translations VALUES(1,2508384620869782256,'Today.','en','es','apertium','3.8.3','Hoy.','Translated by Apertium','https://www.apertium.org');
CREATE TABLE undo (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    before TEXT NOT NULL,
    was_on_card INTEGER NOT NULL
, taste TEXT) STRICT;
INSERT INTO undo VALUES(1,'liked','[{"id":"saved-2","savedAt":null,"deletedAt":null,"buriedAt":null}]',1,NULL);
INSERT INTO undo VALUES(2,'deleted','[{"id":"trashed-1","savedAt":1795000002000,"deletedAt":null,"buriedAt":null}]',0,NULL);
CREATE TABLE arrivals (number INTEGER PRIMARY KEY) STRICT;
INSERT INTO arrivals VALUES(1);
INSERT INTO arrivals VALUES(6);
INSERT INTO arrivals VALUES(7);
INSERT INTO arrivals VALUES(8);
INSERT INTO arrivals VALUES(9);
CREATE TABLE seen (hash INTEGER PRIMARY KEY, position INTEGER NOT NULL) STRICT;
INSERT INTO seen VALUES(-9223372036854775808,1);
INSERT INTO seen VALUES(42,2);
INSERT INTO seen VALUES(9223372036854775807,3);
CREATE TABLE staged_lines (
    import INTEGER NOT NULL,
    number INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (import, number)
) STRICT, WITHOUT ROWID;
INSERT INTO staged_lines VALUES(3,700,'{"value":"Imported later."}');
INSERT INTO staged_lines VALUES(4,1,'{"value":"Left behind."}');
CREATE TABLE imports (
    import INTEGER PRIMARY KEY,
    lines INTEGER NOT NULL,
    skipped INTEGER NOT NULL,
    at INTEGER NOT NULL,
    method TEXT NOT NULL,
    client TEXT NOT NULL,
    connection INTEGER NOT NULL,
    added INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    unchanged INTEGER NOT NULL
) STRICT;
INSERT INTO imports VALUES(3,700,1,1795000000000,'saved.import','jokectl',4,698,1,0);
CREATE INDEX library_by_text ON jokes (sort_key) WHERE shown = 1;
CREATE INDEX library_by_date ON jokes (saved_at) WHERE shown = 1;
CREATE INDEX library_by_source ON jokes (source, sort_key) WHERE shown = 1;
CREATE INDEX library_by_category ON jokes (category, sort_key) WHERE shown = 1;
CREATE INDEX jokes_deleted ON jokes (deleted_at) WHERE deleted_at IS NOT NULL AND emptied = 0;
CREATE INDEX jokes_emptied ON jokes (changed_at) WHERE emptied = 1;
CREATE INDEX jokes_disliked ON jokes (buried_at) WHERE buried_at IS NOT NULL AND emptied = 0;
CREATE INDEX jokes_named ON jokes (key_id, source) WHERE key_id IS NOT NULL;
CREATE INDEX jokes_by_text ON jokes (text_class, shown);
COMMIT;
PRAGMA application_id = 1785686885;
PRAGMA user_version = 13;
