// SPDX-License-Identifier: MIT
import Glibc

/// An HTTPS server on 127.0.0.1 whose certificate nobody has heard of: `openssl s_server`, which answers with files that
/// hold whole replies.
package final class LoopbackTLS {
    package let url: String
    /// Its certificate, for who wants to trust it.
    package let certificate: String
    private let server: TestProgram
    private let directory = TemporaryDirectory()

    /// - Parameters:
    ///   - replies: by path, without its slash: all that goes over the line. Of `/` there can be none.
    ///   - name: whom the certificate is for, as openssl's subjectAltName says it.
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
        // It says `ACCEPT 127.0.0.1:PORT`.
        while let line = try server.line() {
            guard line.hasPrefix("ACCEPT "), let port = line.split(separator: ":").last else { continue }
            url = "https://127.0.0.1:\(port)"
            return
        }
        throw TestSupportError("openssl s_server does not listen: \(server.errors)")
    }
}
