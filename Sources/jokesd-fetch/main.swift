// SPDX-License-Identifier: MIT
import Glibc
import JokeFetch

exit(FetchMain.run(Array(CommandLine.arguments.dropFirst())))
