import type { Span } from '../../conversation.ts'
import { lexiconOf } from '../../lexicon/languages.ts'
import type { Cue } from '../../lexicon/match.ts'
import type { Word } from '../../lexicon/word-borders.ts'
import type { Clause } from '../../text/analysis.ts'
import type { PlacedValue } from './claim-values.ts'

/** A content word with its term. */
export interface ContentWord extends Word {
  readonly term: number
}

/** Largest number of words or values next to a negation that it can deny. */
const MAX_DENIED = 3
const PART_SIGN = /[,;:.()–—，、；。：]|\n/

interface Reading {
  readonly clause: Clause
  readonly cues: readonly Cue[]
  readonly denying: readonly Cue[]
  readonly content: readonly ContentWord[]
  readonly values: readonly PlacedValue[]
}

/**
 * The words that a clause replaces with others: those next to a negation or an "instead of" if the clause has another part, and
 * those between "from" and "to" if it states a change.
 */
export function replacedWords(text: string, reading: Reading): readonly (ContentWord | PlacedValue)[] {
  const { clause, cues, denying, content, values } = reading
  const items = [...content, ...values].sort((a, b) => a.start - b.start)
  const isBefore = lexiconOf(clause.language).verbFinal ?? false
  const moves = cues.filter(({ cue }) => cue === 'replacement')
  const contrasts = moves.filter((move) =>
    cues.some(({ cue, start, end }) => cue === 'exception' && start === move.start && end === move.end),
  )
  const joints = cues.filter(({ cue }) => cue === 'adversative')
  const isParted: IsParted = (from, to) =>
    PART_SIGN.test(text.slice(from, to)) || joints.some(({ start, end }) => start >= from && end <= to)
  const gone = new Set<ContentWord | PlacedValue>()
  for (const cue of [...denying, ...contrasts]) {
    const beside = besideOf(items, cue, { isBefore, isParted })
    if (beside.length && beside.length < items.length && hasOtherPart(items, { cue, beside }, isParted)) {
      for (const item of beside) gone.add(item)
    }
  }
  const pair = moves.findLast(({ isGapped }) => isGapped)
  if (pair && moves.length > 1) {
    const inside = items.filter(({ start, end }) => start > pair.start && end < pair.end)
    if (inside.length <= MAX_DENIED) for (const item of inside) gone.add(item)
  }
  return [...gone]
}

/** True if a sign or a "but" is between two positions. */
type IsParted = (from: number, to: number) => boolean

/** The items next to a cue, on the side to which it belongs, up to the next part. */
function besideOf<Item extends Span>(
  items: readonly Item[],
  cue: Cue,
  { isBefore, isParted }: { readonly isBefore: boolean; readonly isParted: IsParted },
): Item[] {
  if (isBefore) return items.filter(({ end }) => end <= cue.start && !isParted(end, cue.start)).slice(-MAX_DENIED)
  return items.filter(({ start }) => start >= cue.end && !isParted(cue.end, start)).slice(0, MAX_DENIED)
}

/** A sign separates the denied part from the affirmed one: "not X, but Y", "Y, not X"; "instead of" needs no sign. */
function hasOtherPart<Item extends Span>(
  items: readonly Item[],
  { cue, beside }: { readonly cue: Cue; readonly beside: readonly Item[] },
  isParted: IsParted,
): boolean {
  if (cue.cue === 'replacement') return true
  const from = Math.min(cue.start, beside[0]!.start)
  const to = Math.max(cue.end, beside.at(-1)!.end)
  return items.some(({ start, end }) => (end <= from && isParted(end, from)) || (start >= to && isParted(to, start)))
}
