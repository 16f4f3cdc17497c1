// SPDX-License-Identifier: MIT
import Glibc
import JokeBus

exit(SearchMain.run(Array(CommandLine.arguments.dropFirst())))
