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
/// The linker puts the functions that a usual run calls next to each other. A release has a list of them
/// (scripts/order-functions.sh), other builds have an empty one. This saves a fifth of jokectl's page faults and a third
/// of jokesd's resident text. jokectl's list also has the variables of a run, which saves a seventh of the remaining page
/// faults.
func executable(_ name: String, _ dependencies: [Target.Dependency], linked flags: [String]) -> Target {
    let order = "\(Context.packageDirectory)/.build/order/\(name)"
    return .executableTarget(
        name: name, dependencies: dependencies, swiftSettings: commonSettings,
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
                "CGtk", "JokeCards", "JokeClient", "JokeDesktop", "JokeLinux", "JokeWire",
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
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),

        // The translations of po, which `make build` writes.
        .target(name: "JokeCatalogues", path: ".build/catalogues", swiftSettings: commonSettings),

        // Modules. docs/architecture.md describes each of them.
        library("JokeLinux", ["CLinux"]),
        library("JokeWire"),
        library("JokeCore", ["JokeWire"]),
        library("JokeStore", ["JokeCore", "JokeLinux", "JokeWire", "CSQLite"]),
        library("JokeDaemon", ["JokeClient", "JokeCore", "JokeLinux", "JokeWire", "CSystemd"]),
        library("JokeFetch", ["JokeLinux", "JokeWire", "CCurl"]),
        library("JokeClient", ["JokeCatalogues", "JokeLinux", "JokeWire"]),
        library("JokeCards", ["JokeClient", "JokeWire"]),
        library("JokeSwipe", ["JokeCards", "JokeClient", "JokeLinux", "JokeWire", "CLinux"]),
        library("JokeDesktop", ["JokeCards", "JokeClient", "JokeWire"]),
        library("JokeBus", ["JokeClient", "JokeWire", "CSystemd"]),
        library("JokeControl", ["JokeClient", "JokeLinux", "JokeWire", "CLinux"]),

        // Programs. Their code is in the modules.
        executable(
            "jokesd", ["JokeDaemon", "JokeStore", "JokeCore", "JokeLinux", "JokeWire"],
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
            name: "jokesd-search", dependencies: ["JokeBus"], swiftSettings: commonSettings,
            linkerSettings: [.unsafeFlags(helperLinkerFlags)]),
        .executableTarget(
            name: "jokesd-swipe", dependencies: ["JokeSwipe"], swiftSettings: commonSettings,
            linkerSettings: [.unsafeFlags(helperLinkerFlags)]),

        // Tests.
        tests("JokeTestSupport", ["JokeCore", "JokeLinux", "JokeWire"]),
        tests("JokeLinuxTests", ["JokeLinux", "JokeTestSupport"]),
        tests("JokeWireTests", ["JokeWire", "JokeTestSupport"]),
        tests("JokeCoreTests", ["JokeCore", "JokeWire", "JokeTestSupport"]),
        tests(
            "JokeStoreTests", ["JokeStore", "JokeCore", "JokeLinux", "JokeWire", "JokeTestSupport"],
            exclude: ["Fixtures", "Packs/builtin-ids.txt", "Packs/blocked-words.txt"]),
        tests(
            "JokeDaemonTests",
            ["JokeDaemon", "JokeClient", "JokeCore", "JokeLinux", "JokeWire", "JokeTestSupport"]),
        tests("JokeFetchTests", ["JokeFetch", "JokeLinux", "JokeWire", "JokeTestSupport"]),
        tests("JokeClientTests", ["JokeClient", "JokeLinux", "JokeWire", "JokeTestSupport"]),
        tests("JokeCardsTests", ["JokeCards"]),
        tests(
            "JokeSwipeTests", ["JokeSwipe", "JokeCards", "JokeClient", "JokeWire", "JokeTestSupport"],
            exclude: ["Snapshots"]),
        tests("JokeDesktopTests", ["JokeDesktop", "JokeCards", "JokeClient", "JokeWire", "JokeTestSupport"]),
        tests("JokeBusTests", ["JokeBus", "JokeLinux", "JokeWire", "JokeTestSupport"]),
        tests(
            "JokeControlTests",
            ["JokeControl", "JokeClient", "JokeCore", "JokeLinux", "JokeWire", "JokeTestSupport"],
            exclude: ["Snapshots", "record-arguments.sh", "notification-server.py"]),
        tests("EndToEndTests", ["JokeLinux", "JokeWire", "JokeTestSupport"]),
    ] + desktop,
    swiftLanguageModes: [.v6]
)
