// SPDX-License-Identifier: MIT
import Glibc
import JokeSwipe

exit(SwipeProgram.run(Array(CommandLine.arguments.dropFirst())))
