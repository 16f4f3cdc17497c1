// SPDX-License-Identifier: MIT
import Glibc
import JokeTestSupport
import JokeWire
import Testing

@Suite("The time zone of the machine")
struct TimeZoneTests {
    private static let zones = "/usr/share/zoneinfo/Etc"

    @Test(
        "a running jokesd follows a new one within a minute while a client is connected",
        .enabled(
            if: SmallDisk.isPossible && Files.exists("/etc/localtime") && Files.exists("\(zones)/GMT+12")))
    func change() throws {
        let daemon = try TestDaemon()
        let zone = "\(daemon.directory.path)/zone"
        // The zones are 26 hours apart, so they never have the same date.
        try Files.write(try Files.read("\(Self.zones)/GMT+12"), to: zone)
        // glibc reads the file again only if its time has changed, in seconds.
        let longAgo = [timeval(), timeval()]
        utimes(zone, longAgo)
        let script = #"mount --bind "$0" "$(readlink -f /etc/localtime)" && exec "$@""#
        daemon.wrapper =
            ["unshare", "--mount"] + (geteuid() == 0 ? [] : ["--map-root-user"]) + ["sh", "-c", script, zone]
        try daemon.start()
        let client = try daemon.subscribe()
        func date() throws -> String { try #require(try client.call(.dailyGet)["date"]?.stringValue) }
        let before = try date()
        try Files.write(try Files.read("\(Self.zones)/GMT-14"), to: zone)
        let deadline = TestDeadline(after: .seconds(90))
        while try date() == before {
            guard deadline.milliseconds > 0 else { throw TestSupportError("still \(before)") }
            usleep(200_000)
        }
        #expect(try date() > before)
    }
}
