// SPDX-License-Identifier: MIT
package enum JokeDaemonRoom {}
