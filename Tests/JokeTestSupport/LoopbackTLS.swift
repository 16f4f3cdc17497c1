// SPDX-License-Identifier: MIT
import Glibc

/// An HTTPS server on 127.0.0.1 with a self-signed certificate: `openssl s_server`, which sends files that contain
/// whole responses.
package final class LoopbackTLS {
    package let url: String
    /// The path of the certificate, for clients that shall trust it.
    package let certificate: String
    private let server: TestProgram
    private let directory = TemporaryDirectory()

    /// Starts the server with a new certificate.
    ///
    /// - Parameters:
    ///   - replies: The complete replies by path, without the leading slash. The path `/` is not possible.
    ///   - name: The host of the certificate, in the form of openssl's subjectAltName.
    package init(replies: [String: LoopbackReply], name: String = "IP:127.0.0.1") throws {
        for (path, reply) in replies {
            let file = "\(directory.path)/\(path)"
            if let slash = file.lastIndex(of: "/") { try Files.makeDirectory(String(file[..<slash])) }
            try Files.write(reply.bytes, to: file)
        }
        certificate = "\(directory.path)/certificate.pem"
        let environment = ["PATH": "/usr/bin:/bin"]
        let made = try ProgramRun(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-keyout", "\(directory.path)/key.pem", "-out", certificate, "-days", "2", "-subj",
                "/CN=loopback",
                "-addext", "subjectAltName=\(name)",
            ], environment: environment)
        guard made.succeeded else { throw TestSupportError("openssl req: \(made.errors)") }
        server = try TestProgram(
            "/bin/sh",
            [
                "-c",
                "cd \"$0\" && exec openssl s_server -accept 127.0.0.1:0 -cert certificate.pem -key key.pem -HTTP",
                directory.path,
            ], environment: environment)
        // It prints `ACCEPT 127.0.0.1:PORT`.
        while let line = try server.line() {
            guard line.hasPrefix("ACCEPT "), let port = line.split(separator: ":").last else { continue }
            url = "https://127.0.0.1:\(port)"
            return
        }
        throw TestSupportError("openssl s_server does not listen: \(server.errors)")
    }
}
