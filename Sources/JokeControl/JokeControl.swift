// SPDX-License-Identifier: MIT
package enum JokeControlRoom {}
