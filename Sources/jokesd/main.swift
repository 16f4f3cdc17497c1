// SPDX-License-Identifier: MIT
import Glibc

exit(Wiring.run())
