// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

/// How every module is compiled.
///
/// A layer that is not a declared dependency cannot be imported: the Makefile builds with `--explicit-target-dependency-import-check error`.
let commonSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    // Metadata through accessors instead of by name at run time: half of what jokectl did in a run was looking names up.
    .unsafeFlags(["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"]),
    // Debug builds check at run time for overlapping accesses (`make test-checked`), a release does not.
    .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]

func library(
    _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = []
) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: commonSettings + settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, exclude: exclude, swiftSettings: commonSettings + unoptimized)
}

/// Code that only tests run takes longer to optimize than it saves.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// jokectl is small without its symbols; scripts/order-functions.sh needs them.
let stripped = Context.environment["JOKESD_SYMBOLS"] == nil ? ["-Xlinker", "-s"] : []

/// A program of the project: wiring only, linked for a fast start.
///
/// `functions.order` (scripts/order-functions.sh) has the linker put the functions of a usual run side by side: a
/// fifth of jokectl's page faults, a third of jokesd's resident text. jokectl's also names the variables that a run
/// touches: a seventh of the page faults that were left.
func executable(_ name: String, _ dependencies: [Target.Dependency], linked flags: [String]) -> Target {
    let order = "\(Context.packageDirectory)/Sources/\(name)/functions.order"
    return .executableTarget(
        name: name, dependencies: dependencies, exclude: ["functions.order"], swiftSettings: commonSettings,
        linkerSettings: [
            .unsafeFlags(
                flags + [
                    "-use-ld=lld", "-Xlinker", "--gc-sections",
                    "-Xlinker", "--symbol-ordering-file=\(order)", "-Xlinker", "--no-warn-symbol-ordering",
                ])
        ])
}

/// How the programs of libexec are linked, which others start.
let helperLinkerFlags =
    [
        "-static-stdlib", "-use-ld=lld", "-Xlinker", "--gc-sections",
        "-Xlinker", "-z", "-Xlinker", "now", "-Xlinker", "--no-export-dynamic",
    ] + stripped

let package = Package(
    name: "jokesd",
    products: [
        .executable(name: "jokesd", targets: ["jokesd"]),
        .executable(name: "jokectl", targets: ["jokectl"]),
        .executable(name: "jokesd-fetch", targets: ["jokesd-fetch"]),
        .executable(name: "jokesd-swipe", targets: ["jokesd-swipe"]),
    ],
    targets: [
        // C libraries. CLinux holds static inline wrappers for what Swift cannot import from glibc.
        .target(name: "CLinux"),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),

        // Modules, from the wire inwards. docs/architecture.md has a paragraph on each.
        library("JokeWire"),
        library("JokeFetchProtocol", ["JokeWire"]),
        library("JokeCore", ["JokeFetchProtocol", "JokeWire"]),
        library("JokeSystem", ["CLinux"]),
        library("JokeEventLoop", ["JokeSystem", "CLinux"]),
        library("JokeStore", ["JokeCore", "JokeFetchProtocol", "JokeSystem", "JokeWire", "CSQLite"]),
        library("JokePacks", ["JokeCore", "JokeFetchProtocol", "JokeSystem", "JokeWire"]),
        library(
            "JokeDaemon",
            [
                "JokeCommandLine", "JokeCore", "JokeFetchProtocol", "JokeSystem", "JokeWire", "JokeEventLoop",
                "CSystemd",
            ]),
        library("JokeTerminal"),
        library("JokeClient", ["JokeTerminal", "JokeWire"]),
        library("JokeCommandLine", ["JokeWire"]),
        library(
            "JokeControl",
            ["JokeClient", "JokeCommandLine", "JokeSystem", "JokeTerminal", "JokeWire", "CLinux"]),
        library(
            "JokeSwipe",
            [
                "JokeClient", "JokeCommandLine", "JokeSystem", "JokeTerminal", "JokeWire", "JokeEventLoop",
                "CLinux",
            ]),
        library("JokeFetch", ["JokeCommandLine", "JokeFetchProtocol", "JokeSystem", "JokeWire", "CCurl"]),

        // Programs: wiring only.
        executable(
            "jokesd", ["JokeDaemon", "JokeStore", "JokePacks", "JokeCore", "JokeSystem", "JokeEventLoop"],
            linked: [
                "-static-stdlib",
                "-Xlinker", "-z", "-Xlinker", "now",
                "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
                // Nobody loads this program as a library: what nothing calls can go.
                "-Xlinker", "--no-export-dynamic",
            ]),
        executable("jokectl", ["JokeControl"], linked: ["-static-executable"] + stripped),
        .executableTarget(
            name: "jokesd-fetch", dependencies: ["JokeFetch"], swiftSettings: commonSettings,
            linkerSettings: [.unsafeFlags(helperLinkerFlags)]),
        .executableTarget(
            name: "jokesd-swipe", dependencies: ["JokeSwipe"], swiftSettings: commonSettings,
            linkerSettings: [.unsafeFlags(helperLinkerFlags)]),

        // Tests. SwiftPM builds their library with the programs, too, where nothing uses it.
        library(
            "JokeTestSupport", ["JokeEventLoop", "JokeCore", "JokeFetchProtocol", "JokeSystem", "JokeWire"],
            settings: unoptimized),
        tests("JokeWireTests", ["JokeWire", "JokeTestSupport"]),
        tests("JokeCoreTests", ["JokeCore", "JokeFetchProtocol", "JokeWire", "JokeTestSupport"]),
        tests("JokeSystemTests", ["JokeSystem", "JokeTestSupport"]),
        tests("JokeEventLoopTests", ["JokeEventLoop", "JokeSystem", "JokeTestSupport"]),
        tests(
            "JokeStoreTests", ["JokeStore", "JokeCore", "JokeFetchProtocol", "JokeWire", "JokeTestSupport"],
            exclude: ["Fixtures"]),
        tests(
            "JokePacksTests",
            ["JokePacks", "JokeCore", "JokeFetchProtocol", "JokeSystem", "JokeWire", "JokeTestSupport"],
            exclude: ["builtin-ids.txt", "blocked-words.txt"]),
        tests(
            "JokeDaemonTests",
            [
                "JokeDaemon", "JokeCommandLine", "JokeCore", "JokeFetchProtocol", "JokeSystem", "JokeWire",
                "JokeEventLoop", "JokeTestSupport",
            ]),
        tests(
            "JokeFetchTests", ["JokeFetch", "JokeFetchProtocol", "JokeSystem", "JokeWire", "JokeTestSupport"]),
        tests("JokeTerminalTests", ["JokeTerminal"]),
        tests("JokeClientTests", ["JokeClient", "JokeWire"]),
        tests(
            "JokeSwipeTests", ["JokeSwipe", "JokeClient", "JokeCommandLine", "JokeWire"],
            exclude: ["Snapshots"]),
        tests("JokeCommandLineTests", ["JokeCommandLine"]),
        tests(
            "JokeControlTests",
            [
                "JokeControl", "JokeClient", "JokeCommandLine", "JokeSystem", "JokeTerminal", "JokeWire",
                "JokeTestSupport",
            ],
            exclude: ["Snapshots", "record-arguments.sh", "notification-server.py"]),
        tests("EndToEndTests", ["JokeSystem", "JokeWire", "JokeTestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)
