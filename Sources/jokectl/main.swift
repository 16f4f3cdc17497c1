// SPDX-License-Identifier: MIT
import JokeControl

JokectlMain.main()
