// SPDX-License-Identifier: MIT
import Glibc
import JokeSwipe

exit(SwipeMain.run(Array(CommandLine.arguments.dropFirst())))
