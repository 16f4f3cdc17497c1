// SPDX-License-Identifier: MIT
import Glibc

exit(CompositionRoot.run())
