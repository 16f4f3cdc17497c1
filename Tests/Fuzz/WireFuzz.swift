// SPDX-License-Identifier: MIT

// Compiled into one module with Sources/JokeWire and the configuration's JSONC (scripts/fuzz.sh).

/// The function that libFuzzer calls with the whole stream of a client. It checks what must hold for any input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let stream = Array(UnsafeBufferPointer(start: start, count: count))
    var dice = Dice(seed: stream)
    let limit = [16, 200, Limits.requestLine][dice.roll(3)]
    let frames = FramingCheck.frames(of: stream, limit: limit, dice: &dice)
    for case .line(let line) in frames {
        JSONCheck.check(line)
        MessageCheck.check(line, dice: &dice)
    }
    return 0
}

/// Ends the process if the condition is false, so that the fuzzer keeps the input.
func require(_ condition: Bool, _ words: @autoclosure () -> String) {
    guard condition else { fatalError(words()) }
}

/// Random choices that depend on the input alone, so that an input reproduces its failure (FNV-1a, then Marsaglia's
/// xorshift).
struct Dice {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    init(seed: [UInt8]) {
        for byte in seed { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        state |= 1
    }

    mutating func roll(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 1) % bound
    }
}
