// SPDX-License-Identifier: MIT
import JokeWire

// What the daemon says.
extension Front {
    mutating func read(_ line: ArraySlice<UInt8>, at now: Duration) -> [Action] {
        waitingSince = nil
        let message: Talk.Message
        do throws(WireMismatch) { message = try talk.read(line) } catch {
            return [
                .reconnect(
                    because:
                        "what jokesd says is not understood (\(error.message)); update it and jokectl to the same version"
                )
            ]
        }
        // That a drag was taken is no news: the state is.
        if case .answer(.drag, .success) = message { return sendUnsentDrag(at: now) }
        isChanged = true
        switch message {
        case .answer(let call, .success(let result)): return answered(call, result, at: now)
        case .answer(let call, .failure(let error)): return failed(call, error, at: now)
        case .state(let new, let cause): return show(new, cause, at: now)
        case .refusal(let error): return [.reconnect(because: error.message)]
        case .closing:
            return [.reconnect(because: "jokesd ends; it is started again where systemd has its socket")]
        case .other: break
        }
        return []
    }

    private mutating func show(_ new: CardState, _ cause: Talk.Cause?, at now: Duration) -> [Action] {
        let old = state
        state = new
        if let old { motion.change(from: old, to: new, cause: cause?.method, at: now) }
        if layout == nil || old?.joke != new.joke || old?.showTranslation != new.showTranslation { layOut() }
        letGo(of: old, cause: cause)
        saved.showsTranslation = new.showTranslation
        guard page == .saved, let old, old.saved != new.saved else { return [] }
        // Our own deletions and what is taken back read it anew when they are answered.
        if case .open(let ours?) = link, cause?.connection == ours { return [] }
        return ask(saved.reload(), at: now)
    }

    private mutating func answered(_ call: Call, _ result: JSON, at now: Duration) -> [Action] {
        switch call {
        case .subscribe:
            link = .open(result["connection"]?.integerValue)
        case .undo:
            if let what = result["undone"]?["kind"]?.stringValue {
                say("Taken back: it was \(what).", at: now)
            }
            if page == .saved { return ask(saved.reload(), at: now) }
        case .page(let list):
            do throws(WireMismatch) { return ask(try saved.add(result, to: list), at: now) } catch {
                return [.reconnect(because: error.message)]
            }
        case .delete:
            say("Deleted; u takes it back.", at: now)
            return ask(saved.reload(), at: now)
        default: break
        }
        return []
    }

    private mutating func failed(_ call: Call, _ error: WireError, at now: Duration) -> [Action] {
        switch call {
        // A daemon without it can do all that is needed here.
        case .hello: return []
        case .subscribe: return [.reconnect(because: error.message)]
        case .drag:
            hold = nil
            if error.kind == .staleJoke { return [] }
        case .release where error.kind == .staleJoke: return []
        case .page(let list): saved.fail(list)
        default: break
        }
        say(error.message, isTrouble: true, at: now)
        return []
    }
}
