import type { Conversation } from '../conversation.ts'
import type { FoldEdit } from '../edits.ts'
import { countMarks, type FoundMark, lastMarkIn, MAX_MARKS, marksOf } from './cache-mark.ts'

/**
 * The cache marks of the digests, as raw JSON, by the first message of the fold that they close.
 * - The last mark in a fold moves to the end of its digests, or of the digests before it if it has none.
 * - If one more mark is allowed, it closes the last digest. Everything up to there is unchanged until the next fold,
 *   and a provider caches only prefixes that end at a mark.
 * - There are never more marks than allowed. Marks keep their order, since those with long lifetimes must come first.
 */
export function digestMarks(
  conversation: Conversation,
  folds: readonly FoldEdit[],
  moved: ReadonlySet<number>,
): ReadonlyMap<number, string> {
  const { messages } = conversation
  if (!messages.some(({ shape }) => shape.hasCacheMark)) return NO_MARKS
  const inOrder = [...folds].sort((one, other) => one.from - other.from)
  const firstMoved = messages.findIndex(({ shape }, index) => shape.hasCacheMark && moved.has(index))
  const marks = new Map<number, FoundMark>()
  let last: FoldEdit | undefined
  for (const fold of inOrder) {
    const bearer = fold.digests.length > 0 ? fold : bearerBefore(conversation, last, fold)
    if (fold.digests.length > 0) last = fold
    const mark = lastMarkIn(conversation, fold, moved)
    // A moved message with a mark comes after the digests, and later marks must not precede it.
    const isBehindMoved = mark !== undefined && firstMoved >= 0 && mark.message > firstMoved
    if (bearer !== undefined && mark !== undefined && !isBehindMoved) marks.set(bearer.from, mark)
  }
  const raw = new Map([...marks].map(([from, mark]) => [from, mark.raw]))
  if (last === undefined || raw.has(last.from)) return raw
  const closing = closingMark(conversation, { folds: inOrder, moved, last, used: raw.size })
  return closing === undefined ? raw : raw.set(last.from, closing)
}

const NO_MARKS: ReadonlyMap<number, string> = new Map()

/** The earlier fold that gets the mark of `fold`, which has no digest. None if a marked message is between them. */
function bearerBefore({ messages }: Conversation, last: FoldEdit | undefined, fold: FoldEdit): FoldEdit | undefined {
  if (last === undefined) return undefined
  for (let index = last.to; index < fold.from; index++) if (messages[index]!.shape.hasCacheMark) return undefined
  return last
}

/** A copy of the first mark after the digests, if one more mark is allowed. */
function closingMark(
  conversation: Conversation,
  known: { folds: readonly FoldEdit[]; moved: ReadonlySet<number>; last: FoldEdit; used: number },
): string | undefined {
  const { body, messages } = conversation
  const isGone = (index: number) =>
    !known.moved.has(index) && known.folds.some(({ from, to }) => from <= index && index < to)
  let count = known.used
  count += countMarks(body.slice(0, messages[0]!.start)) + countMarks(body.slice(messages[messages.length - 1]!.end))
  let first: string | undefined
  for (const [index, { shape, start, end }] of messages.entries()) {
    if (!shape.hasCacheMark || isGone(index)) continue
    count += countMarks(body.slice(start, end))
    if (index >= known.last.to || known.moved.has(index)) first ??= marksOf(conversation, index)[0]
  }
  return count < MAX_MARKS ? first : undefined
}
