// SPDX-License-Identifier: MIT
package enum JokeTestSupportRoom {}
