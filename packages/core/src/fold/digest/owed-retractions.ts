import type { Role } from '../../conversation.ts'
import { SENTENCES_OF_RETRACTION } from '../../text/retractions.ts'
import type { Source } from '../source.ts'

/** A sentence that a digest may take. */
interface Offered {
  readonly message: number
  readonly order: number
  readonly speaker: Role
  readonly text: string
  readonly isRetraction?: boolean
}

/**
 * Sentences in which the assistant takes back an earlier statement, each with the next two, to be added beyond the
 * budget: "I gave you the wrong rule. It is three months, not six." The user mostly answers with a few words, so no
 * other line contains the new statement. `offered` is sorted by position. Returns those that are not chosen yet, up to
 * `owedRetractionTokens` in one digest.
 */
export function owedRetractions<Item extends Offered>(
  { policy, count }: Source,
  { offered, chosen }: { readonly offered: readonly Item[]; readonly chosen: readonly Item[] },
): Item[] {
  const taken = new Set(chosen)
  const owed = new Set<Item>()
  let room = policy.digest.owedRetractionTokens
  for (const [at, { speaker, isRetraction }] of offered.entries()) {
    if (speaker !== 'assistant' || !isRetraction) continue
    const wanted = passageFrom(offered, at).filter((item) => !taken.has(item) && !owed.has(item))
    for (const item of wanted) {
      const tokens = count(item.text) + 1
      if (tokens > room) break
      room -= tokens
      owed.add(item)
    }
  }
  return [...owed]
}

/** A sentence and those directly after it in the same message. */
function passageFrom<Item extends Offered>(offered: readonly Item[], at: number): readonly Item[] {
  const { message, order, speaker } = offered[at]!
  return offered
    .slice(at, at + 1 + SENTENCES_OF_RETRACTION)
    .filter((item, place) => item.message === message && item.speaker === speaker && item.order === order + place)
}
