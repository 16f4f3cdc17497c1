// SPDX-License-Identifier: MIT
import Glibc
import JokeSearch

exit(SearchMain.run(Array(CommandLine.arguments.dropFirst())))
