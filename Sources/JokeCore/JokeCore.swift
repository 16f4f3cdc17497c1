// SPDX-License-Identifier: MIT
package enum JokeCoreRoom {}
