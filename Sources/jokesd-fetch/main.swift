// SPDX-License-Identifier: MIT
import JokeFetch

FetchMain.run(Array(CommandLine.arguments.dropFirst()))
