// SPDX-License-Identifier: MIT
print("jokectl")
