// SPDX-License-Identifier: MIT
package enum EventLoopRoom {}
