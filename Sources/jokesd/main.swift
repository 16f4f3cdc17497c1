// SPDX-License-Identifier: MIT
print("jokesd")
