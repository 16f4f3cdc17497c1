// SPDX-License-Identifier: MIT
import Glibc
import JokeFetch

exit(FetchProgram.run(Array(CommandLine.arguments.dropFirst())))
