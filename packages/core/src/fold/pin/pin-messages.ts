import type { Source } from '../source.ts'
import type { Range } from '../transcript.ts'
import { examples } from './examples.ts'
import { openQuestion } from './open-question.ts'
import { firstRules, reminder, role } from './persistent-instructions.ts'
import type { PinMoment, PinRule } from './pin-rule.ts'
import { pin } from './pins.ts'
import { referenceDocument } from './reference-document.ts'
import { data, media } from './user-data.ts'

/** All rules. If several apply to one message, the first decides. */
const RULES: readonly PinRule[] = [media, reminder, role, data, examples, firstRules, referenceDocument, openQuestion]

/** Pins the messages of `[from, to)` to which a rule applies at this moment. */
export function pinMessages(source: Source, moment: PinMoment, { from, to }: Range): void {
  const { state } = source
  for (const rule of RULES) {
    if (!rule.moments.includes(moment)) continue
    const keeps = rule.reader(source, moment)
    for (let index = from; index < to; index++) {
      if (state.standing.has(index) || state.givenUp.has(index) || !mayKeep(source, rule, index) || !keeps(index))
        continue
      if (!rule.material || hasRoomForMaterial(source)) pin(state, index, rule)
    }
  }
}

/** True if a rule's messages may still grow in number, so that nothing is folded yet. */
export function arePinsGrowing(source: Source): boolean {
  return RULES.some((rule) => rule.isGrowing?.(source))
}

/** Material must be the user's own, and not exceed the largest recall. */
function mayKeep({ transcript, state, policy }: Source, { material }: PinRule, index: number): boolean {
  if (!material) return true
  if (state.roles[index] !== 'user' || transcript.answersOf(index).length > 0) return false
  // The output of a terminal arrives as a user message and is not material.
  if (material === 'text' && state.outputs.has(index)) return false
  return material === 'media' || state.materialTokens + state.tokens[index]! <= policy.recall.mostTokens
}

/** False once many messages are pinned: a user with material in every message is a machine that shows its screen. */
function hasRoomForMaterial({ state, policy }: Source): boolean {
  const said = state.roles.reduce((sum, role) => (role === 'user' ? sum + 1 : sum), 0)
  const { messages, share } = policy.pins.material
  return state.materialMessages < Math.max(messages, share * said)
}
