import { type Codec, listOf, madeAgain, number, optional, recordOf } from '../snapshot/codec.ts'
import type { OwnedText } from '../snapshot/text-writer.ts'
import type { Habits, RecallHabits } from './habits.ts'
import type { Excerpt, Recall, RecallState } from './recall-state.ts'

const recall: Codec<Recall> = {
  write(to, value) {
    number.write(to, value.before)
    number.write(to, value.tokens)
    to.texts.write(to.bytes, textOf(value))
  },
  read(from) {
    const [before, tokens] = [number.read(from), number.read(from)]
    return from.texts.owned(from.bytes, (text) => ({ before, text, tokens }))
  },
}

const habits = recordOf<Habits>({
  asking: number,
  known: number,
  outOfSight: number,
  unseen: number,
  matched: number,
  continued: number,
  nearby: number,
})

export const RECALLS = recordOf<RecallState>({
  recalls: listOf(recall),
  recallHabits: recordOf<RecallHabits>({ usual: optional(habits), requests: number, recalled: number }),
  excerpts: madeAgain(() => new Map<number, Excerpt>()),
})

/** The texts of the recalls, which are prepared before the snapshot is written. */
export function textsOfRecalls({ recalls }: RecallState): OwnedText[] {
  return recalls.map(textOf)
}

function textOf(owner: Recall): OwnedText {
  return { owner, text: owner.text, near: [], isRecord: true }
}
