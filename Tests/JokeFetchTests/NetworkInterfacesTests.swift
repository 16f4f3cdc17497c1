// SPDX-License-Identifier: MIT
import JokeFetch
import JokeTestSupport
import Testing

@Suite("Network interfaces")
struct NetworkInterfacesTests {
    @Test(
        "there is a network if an interface other than the loopback is up",
        arguments: [
            (["lo": ("0x9", "unknown")], false),
            (["lo": ("0x9", "unknown"), "eth0": ("0x1003", "up")], true),
            (["eth0": ("0x1003", "down")], false), (["eth0": ("0x1002", "up")], false),
            (["wg0": ("0x91", "unknown")], true), ([:], false),
        ])
    func interfacesThatAreUp(interfaces: [String: (flags: String, state: String)], isUp: Bool) throws {
        let directory = TemporaryDirectory()
        for (name, interface) in interfaces {
            try Files.write(interface.flags + "\n", to: "\(directory.path)/\(name)/flags")
            try Files.write(interface.state + "\n", to: "\(directory.path)/\(name)/operstate")
        }
        #expect(NetworkInterfaces.isAnyUp(in: directory.path) == isUp)
        #expect(NetworkInterfaces.isAnyUp(in: directory.path + "/nowhere"))
    }
}
