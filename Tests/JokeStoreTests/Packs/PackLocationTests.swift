// SPDX-License-Identifier: MIT
import JokeStore
import JokeTestSupport
import Testing

@Suite("The location of the built-in pack")
struct PackLocationTests {
    private let directory = TemporaryDirectory()

    private func find(_ program: String, dataDirs: [String] = [], override: String? = nil) throws -> String {
        try PackLocation.builtin(
            executablePath: "\(directory.path)/\(program)", dataDirs: dataDirs, override: override)
    }

    @Test(
        "the pack of a checkout is found from any build directory",
        arguments: [".build/release/jokesd", ".build/x86_64-unknown-linux-gnu/debug/jokesd", "out/jokesd"])
    func packOfCheckout(program: String) throws {
        let pack = directory.write("", to: "packs/builtin.jsonl")
        #expect(throws: PackLocation.NotFoundError.self) { try find(program) }
        directory.write("", to: "Package.swift")
        #expect(try find(program) == pack)
    }

    @Test(
        "the pack of an installation is found below its prefix",
        arguments: [
            "usr/bin/jokesd", "usr/libexec/jokesd", "usr/libexec/jokesd/jokesd-fetch",
            "usr/lib/jokesd/jokesd-fetch",
        ])
    func packOfInstallation(program: String) throws {
        let pack = directory.write("", to: "usr/share/jokesd/packs/builtin.jsonl")
        #expect(try find(program) == pack)
    }

    @Test("data directories are searched last, and relative ones are ignored")
    func dataDirectories() throws {
        let pack = directory.write("", to: "data/jokesd/packs/builtin.jsonl")
        #expect(try find("x/jokesd", dataDirs: ["data", "/nowhere", directory.path + "/data/"]) == pack)
    }

    @Test("the variable names a file or a directory, and no other path is searched")
    func environmentVariable() throws {
        let pack = directory.write("", to: "mine/builtin.jsonl")
        directory.write("", to: "usr/share/jokesd/packs/builtin.jsonl")
        #expect(try find("usr/bin/jokesd", override: pack) == pack)
        #expect(try find("usr/bin/jokesd", override: directory.path + "/mine/") == pack)
        #expect(throws: PackLocation.NotFoundError(places: ["/nowhere", "/nowhere/builtin.jsonl"])) {
            try find("usr/bin/jokesd", override: "/nowhere")
        }
    }

    @Test("a missing pack error lists every path searched")
    func missingPack() {
        let places = [
            "\(directory.path)/usr/share/jokesd/packs/builtin.jsonl", "/d/jokesd/packs/builtin.jsonl",
        ]
        #expect(throws: PackLocation.NotFoundError(places: places)) {
            try find("usr/bin/jokesd", dataDirs: ["/d"])
        }
        #expect(
            PackLocation.NotFoundError(places: ["/a", "/b"]).message
                == "built-in pack not found at /a or /b; install it, or set JOKESD_PACKS to its path")
    }
}
