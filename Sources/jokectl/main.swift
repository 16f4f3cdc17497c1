// SPDX-License-Identifier: MIT
import JokeControl

Control.main()
