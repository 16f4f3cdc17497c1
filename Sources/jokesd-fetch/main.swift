// SPDX-License-Identifier: MIT
import Glibc
import JokeSources

exit(FetchProgram.run(Array(CommandLine.arguments.dropFirst())))
