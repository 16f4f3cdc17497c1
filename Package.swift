// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

/// The compiler settings of every module.
///
/// A module can import only its declared dependencies, because the Makefile builds with
/// `--explicit-target-dependency-import-check error`.
let commonSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    // Get type metadata from accessors. Looking it up by name at run time took half of jokectl's run.
    .unsafeFlags(["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"]),
    // Only debug builds check for overlapping accesses, and on which thread a closure runs (`make test-checked`).
    .unsafeFlags(
        ["-enforce-exclusivity=unchecked", "-Xfrontend", "-disable-dynamic-actor-isolation"],
        .when(configuration: .release)),
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

/// The settings of test code, which takes longer to optimize than the optimization saves.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// Returns a program, which is linked for a fast start.
///
/// The linker puts the functions in `functions.order` (scripts/order-functions.sh), which a usual run calls, next to
/// each other. This saves a fifth of jokectl's page faults and a third of jokesd's resident text. jokectl's file also
/// lists the variables of a run, which saves a seventh of the remaining page faults.
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

/// The linker flags of the programs in libexec, which jokesd and jokectl start.
let helperLinkerFlags =
    [
        "-static-stdlib", "-use-ld=lld", "-Xlinker", "--gc-sections",
        "-Xlinker", "-z", "-Xlinker", "now", "-Xlinker", "--no-export-dynamic",
    ]

/// The card on the desktop, which needs GTK. `make card` sets the variable, so that nothing else needs GTK.
let desktop: [Target] =
    Context.environment["JOKESD_CARD"] == nil
    ? []
    : [
        .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        .executableTarget(
            name: "jokesd-card",
            dependencies: [
                "CGtk", "JokeCards", "JokeClient", "JokeCommandLine", "JokeDesktop", "JokeEventLoop",
                "JokeLocalization", "JokeSystem", "JokeWire",
            ],
            swiftSettings: commonSettings + [.defaultIsolation(MainActor.self)],
            linkerSettings: [.unsafeFlags(helperLinkerFlags)]),
    ]

let package = Package(
    name: "jokesd",
    products: [
        .executable(name: "jokesd", targets: ["jokesd"]),
        .executable(name: "jokectl", targets: ["jokectl"]),
        .executable(name: "jokesd-fetch", targets: ["jokesd-fetch"]),
        .executable(name: "jokesd-search", targets: ["jokesd-search"]),
        .executable(name: "jokesd-swipe", targets: ["jokesd-swipe"]),
    ],
    targets: [
        // C libraries. CLinux has static inline wrappers for the parts of glibc that Swift cannot import.
        .target(name: "CLinux"),
        .target(name: "CSQLiteLog", dependencies: ["CSQLite"]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),

        // Modules. docs/architecture.md describes each of them.
        library("JokeWire"),
        library("JokeFetchProtocol", ["JokeWire"]),
        library("JokeCore", ["JokeFetchProtocol", "JokeWire"]),
        library("JokeSystem", ["CLinux"]),
        library("JokeEventLoop", ["JokeSystem", "CLinux"]),
        library(
            "JokeStore",
            ["JokeCore", "JokeFetchProtocol", "JokeSystem", "JokeWire", "CSQLite", "CSQLiteLog"]),
        library("JokePacks", ["JokeCore", "JokeFetchProtocol", "JokeSystem", "JokeWire"]),
        library(
            "JokeDaemon",
            [
                "JokeCommandLine", "JokeCore", "JokeFetchProtocol", "JokeSystem", "JokeWire", "JokeEventLoop",
                "CSystemd",
            ]),
        library("JokeSync", ["JokeSystem", "JokeWire"]),
        library("JokeLocalization", ["JokeSystem"]),
        library("JokeTerminal", ["JokeWire"]),
        library("JokeClient", ["JokeLocalization", "JokeSystem", "JokeTerminal", "JokeWire"]),
        library("JokeConnection", ["JokeClient", "JokeSystem", "JokeWire"]),
        library("JokeCards", ["JokeClient", "JokeLocalization", "JokeWire"]),
        library("JokeCommandLine", ["JokeLocalization", "JokeWire"]),
        library(
            "JokeDesktop",
            ["JokeCards", "JokeClient", "JokeCommandLine", "JokeLocalization", "JokeTerminal", "JokeWire"]),
        library(
            "JokeControl",
            [
                "JokeClient", "JokeCommandLine", "JokeConnection", "JokeLocalization", "JokeSync",
                "JokeSystem",
                "JokeTerminal",
                "JokeWire", "CLinux",
            ]),
        library(
            "JokeSwipe",
            [
                "JokeCards", "JokeClient", "JokeCommandLine", "JokeLocalization", "JokeSystem",
                "JokeTerminal",
                "JokeWire", "JokeEventLoop", "CLinux",
            ]),
        library(
            "JokeSearch",
            [
                "JokeClient", "JokeCommandLine", "JokeConnection", "JokeLocalization", "JokeTerminal",
                "JokeWire",
                "CSystemd",
            ]),
        library("JokeFetch", ["JokeCommandLine", "JokeFetchProtocol", "JokeSystem", "JokeWire", "CCurl"]),

        // Programs. Their code is in the modules.
        executable(
            "jokesd",
            [
                "JokeDaemon", "JokeStore", "JokePacks", "JokeCore", "JokeSystem", "JokeEventLoop",
                "JokeFetchProtocol",
            ],
            linked: [
                "-static-stdlib",
                "-Xlinker", "-z", "-Xlinker", "now",
                "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
                // No library needs the program's symbols, so unused functions can be removed.
                "-Xlinker", "--no-export-dynamic",
            ]),
        executable("jokectl", ["JokeControl"], linked: ["-static-executable"]),
        .executableTarget(
            name: "jokesd-fetch", dependencies: ["JokeFetch"], swiftSettings: commonSettings,
            linkerSettings: [.unsafeFlags(helperLinkerFlags)]),
        .executableTarget(
            name: "jokesd-search", dependencies: ["JokeSearch"], swiftSettings: commonSettings,
            linkerSettings: [.unsafeFlags(helperLinkerFlags)]),
        .executableTarget(
            name: "jokesd-swipe", dependencies: ["JokeSwipe"], swiftSettings: commonSettings,
            linkerSettings: [.unsafeFlags(helperLinkerFlags)]),

        // Tests. SwiftPM also builds their library with the programs, which do not use it.
        library(
            "JokeTestSupport", ["JokeEventLoop", "JokeCore", "JokeFetchProtocol", "JokeSystem", "JokeWire"],
            settings: unoptimized),
        tests("JokeWireTests", ["JokeWire", "JokeTestSupport"]),
        tests("JokeCoreTests", ["JokeCore", "JokeFetchProtocol", "JokeWire", "JokeTestSupport"]),
        tests("JokeSystemTests", ["JokeSystem", "JokeTestSupport"]),
        tests("JokeLocalizationTests", ["JokeLocalization"]),
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
        tests("JokeSyncTests", ["JokeSync", "JokeCore", "JokeSystem", "JokeWire", "JokeTestSupport"]),
        tests("JokeTerminalTests", ["JokeTerminal", "JokeWire"]),
        tests("JokeClientTests", ["JokeClient", "JokeTestSupport", "JokeWire"]),
        tests("JokeCardsTests", ["JokeCards"]),
        tests("JokeDesktopTests", ["JokeDesktop", "JokeCards", "JokeClient", "JokeWire", "JokeTestSupport"]),
        tests(
            "JokeSwipeTests",
            [
                "JokeSwipe", "JokeCards", "JokeClient", "JokeCommandLine", "JokeLocalization", "JokeWire",
                "JokeTestSupport",
            ],
            exclude: ["Snapshots"]),
        tests("JokeCommandLineTests", ["JokeCommandLine"]),
        tests("JokeSearchTests", ["JokeSearch", "JokeSystem", "JokeWire", "JokeTestSupport"]),
        tests(
            "JokeControlTests",
            [
                "JokeControl", "JokeClient", "JokeCommandLine", "JokeConnection", "JokeLocalization",
                "JokeSync",
                "JokeSystem",
                "JokeTerminal", "JokeWire", "JokeTestSupport",
            ],
            exclude: ["Snapshots", "record-arguments.sh", "notification-server.py"]),
        tests("EndToEndTests", ["JokeSystem", "JokeWire", "JokeTestSupport"]),
    ] + desktop,
    swiftLanguageModes: [.v6]
)
