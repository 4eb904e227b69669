import { refers, unrecalledTokens } from '../cost/request-tokens.ts'
import { isLongEnough } from '../cost/too-short.ts'
import type { Source } from '../source.ts'
import { type FirstSight, firstSightOf, type Shortened } from './first-sight.ts'
import type { InSight } from './in-sight.ts'

/** The position of a message in a request: the output in sight before it, and the tokens before it. */
export interface Place {
  readonly inSight: readonly InSight[]
  readonly tokensBefore: () => number
}

/**
 * The form in which the tool output of message `index` is sent. It is unchanged in the first turns, and if the shorter request
 * would fall below the cacheable minimum: it would then cost more than with the whole output.
 */
export function show(source: Source, index: number, { inSight, tokensBefore }: Place): FirstSight {
  const { transcript, state, policy } = source
  const turnOf = (message: number): number => state.turns[message] ?? state.turn
  const sightOf = (isShortened: boolean) => firstSightOf({ transcript, inSight, turnOf }, index, isShortened)
  const shown = sightOf(turnOf(index) >= policy.firstTurn)
  if (!shown.shortened.length) return shown
  const tokens = tokensBefore() + transcript.tokensOf(index) - savedBy(source, index, shown.shortened)
  return isLongEnough(state, tokens) ? shown : sightOf(false)
}

/** Records in the state how message `index` is sent. Returns the tokens that are sent. */
export function showInState(source: Source, index: number, tokensBefore: () => number): number {
  const { transcript, state } = source
  const { shortened, inSight } = show(source, index, { inSight: state.inSight, tokensBefore })
  for (const each of inSight) state.inSight.push(each)
  if (shortened.length) state.shortened.set(index, shortened)
  return transcript.tokensOf(index) - savedBy(source, index, shortened)
}

/** The forms in which the new messages `[from, to)` of a request are sent. The state does not change. */
export function showNewest(source: Source, from: number, to: number): Map<number, readonly Shortened[]> {
  const { state, transcript } = source
  const inSight = [...state.inSight]
  const shortened = new Map<number, readonly Shortened[]>()
  let added = 0
  for (let index = from; index < to; index++) {
    const shown = show(source, index, { inSight, tokensBefore: () => unrecalledTokens(state) + added })
    for (const each of shown.inSight) inSight.push(each)
    shortened.set(index, shown.shortened)
    added += transcript.tokensOf(index) - savedBy(source, index, shown.shortened)
  }
  return shortened
}

/** The tail after a fold that is not decided yet. */
export interface Kept {
  /** Index of its first message. */
  readonly to: number
  readonly tokens: number
  /** Tokens by which it is longer than the same messages were before. */
  readonly restored: number
  /** Writes the tail into the state. Called once the fold is certain. */
  apply(): void
}

/** Largest number of rounds. Each one keeps fewer messages, and so restores less. */
const MAX_ROUNDS = 4

/**
 * The newest messages as they are sent after the earlier ones are folded. Output that referred to folded output is
 * shortened anew without it: the cache is lost from there on in any case. `cut` takes the tokens of each message and
 * returns the position of the fold. It is called again if the restored messages exceed `room` tokens.
 */
export function keepNewest(
  source: Source,
  cut: (sent: readonly number[]) => number | undefined,
  room: number,
): Kept | undefined {
  let to = cut(source.state.sent)
  for (let round = 1; to !== undefined; round++) {
    const kept = keepFrom(source, to)
    if (kept.tokens <= room || kept.restored === 0 || round === MAX_ROUNDS) return kept
    const later = cut(kept.sent)
    if (later === undefined || later <= to) return kept
    to = later
  }
  return undefined
}

function keepFrom(source: Source, to: number): Kept & { readonly sent: readonly number[] } {
  const { transcript, state } = source
  const shortened = new Map<number, readonly Shortened[]>()
  const inSight: InSight[] = []
  const sent = [...state.sent]
  let tokens = 0
  let restored = 0
  for (let index = to; index < sent.length; index++) {
    // The fold decides whether the request that it leaves is long enough for the cache.
    const shown = show(source, index, { inSight, tokensBefore: () => Number.POSITIVE_INFINITY })
    for (const each of shown.inSight) inSight.push(each)
    if (shown.shortened.length) shortened.set(index, shown.shortened)
    if (!isEqual(shown.shortened, state.shortened.get(index) ?? []))
      sent[index] = transcript.tokensOf(index) - savedBy(source, index, shown.shortened)
    tokens += sent[index]!
    restored += sent[index]! - state.sent[index]!
  }
  const apply = (): void => {
    forgetShortened(source, to)
    for (const [index, leaves] of shortened) state.shortened.set(index, leaves)
    state.inSight.length = 0
    for (const each of inSight) state.inSight.push(each)
    for (let index = to; index < sent.length; index++) state.sent[index] = sent[index]!
  }
  return { to, tokens, restored, sent, apply }
}

/**
 * Removes all shorter forms. A pinned message before `to` keeps its form unless that refers to other output, which is
 * now folded.
 */
function forgetShortened({ transcript, state }: Source, to: number): void {
  for (const [index, leaves] of [...state.shortened]) {
    const isPinned = index < to && state.standing.has(index)
    if (isPinned && !refers(leaves)) continue
    state.shortened.delete(index)
    if (!isPinned) continue
    const more = transcript.tokensOf(index) - state.sent[index]!
    state.sent[index]! += more
    state.standingTokens += more
  }
}

function isEqual(one: readonly Shortened[], other: readonly Shortened[]): boolean {
  return one.length === other.length && one.every(({ text }, place) => text === other[place]!.text)
}

/** Tokens that the shorter forms of message `index` save. */
export function savedBy({ transcript, count }: Source, index: number, shortened: readonly Shortened[]): number {
  if (!shortened.length) return 0
  let saved = 0
  for (const piece of transcript.piecesOf(index)) {
    const short = shortened.find(({ part, leaf }) => part === piece.part && leaf === piece.leaf)
    if (short) saved += count(piece.text) - count(short.text)
  }
  return saved
}
