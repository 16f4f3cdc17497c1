// SPDX-License-Identifier: MIT
package enum JokePacksRoom {}
