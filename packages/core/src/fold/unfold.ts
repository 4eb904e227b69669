import { mayPauseAfter, type Steps } from '../run-steps.ts'
import { DigestState } from './digest/digest-state.ts'
import { pinMessages } from './pin/pin-messages.ts'
import { PinState } from './pin/pin-state.ts'
import { showInState } from './sight/shown.ts'
import { SightState } from './sight/sight-state.ts'
import type { Source } from './source.ts'
import { systemPrefixTokens } from './system-prefix.ts'

/** Gives up all digests. The history is sent unfolded from this request on. */
export function* unfold(source: Source): Steps<void> {
  const { state } = source
  const end = state.keys.length
  const { outputs, placeholders } = state
  Object.assign(state, new DigestState(), new PinState(), new SightState(), { outputs, placeholders })
  state.recalls = []
  state.boundary = state.systemEnd
  state.foldedAt = end
  state.foldShared = systemPrefixTokens(state)
  let tokens = systemPrefixTokens(state)
  for (let index = state.systemEnd; index < end; index++) {
    const sent = showInState(source, index, () => tokens)
    state.sent[index] = sent
    tokens += sent
    if (mayPauseAfter(index + 1)) yield
  }
  for (let index = state.systemEnd; index < end; index++) pinMessages(source, 'append', { from: index, to: index + 1 })
}
