// SPDX-License-Identifier: MIT
package enum JokeStoreRoom {}
