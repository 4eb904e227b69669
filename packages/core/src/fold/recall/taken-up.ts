import type { Source } from '../source.ts'
import type { FoldState } from '../state.ts'
import { saidIn } from '../transcript.ts'
import type { Asked } from './asked.ts'
import type { Given } from './leaning.ts'
import { linesAbout } from './lines-about.ts'
import type { Need } from './need.ts'

/** Messages before the newest that a few words may take up. */
const REACH = 60
/** A short message of which so much was said before, and nearly all of that in one place, is about that place. */
const MOST_SUBSTANCE = 6
const LEAST_KNOWN = 0.45
/** BM25 of question and answer together, relative to the known. */
const LEAST_MATCH = 1.1
/** Less is a word of consent. */
const LEAST_TOKENS = 30
/** A list, a plan or a recipe is given whole: "number 4" and "the last one" name no line of it. */
const WHOLE_TOKENS = 300
const LINES_TOKENS = 120

/** And so much of its known words stand in one message of the user's of which no digest says anything. */
const LEAST_UNSAID_MATCH = 0.6
const LEAST_UNSAID_KNOWN = 0.25

/**
 * What a short message gets of what the user said that is in no digest yet, nor in sight any more: of that nothing else
 * is left in the request.
 */
export function leftUnsaid(
  { transcript, state }: Source,
  { asked, need, most }: { readonly asked: Asked; readonly need: Need; readonly most: number },
): Given | undefined {
  if (need.substance > MOST_SUBSTANCE || need.known < LEAST_UNSAID_KNOWN) return undefined
  let best: number | undefined
  let least = LEAST_UNSAID_MATCH * asked.known
  for (const index of unsaidByUser(state)) {
    const match = asked.scores[index - state.lead]!
    if (match < least || state.tokens[index]! > Math.min(WHOLE_TOKENS, most)) continue
    least = match
    best = index
  }
  return best === undefined ? undefined : { index: best, text: saidIn(transcript, best), tokens: state.tokens[best]! }
}

/** Oldest first. */
function* unsaidByUser(state: FoldState): Generator<number> {
  for (const index of state.unsaid) if (state.roles[index] === 'user') yield index
}

/**
 * What a short message gets of a recent answer that it takes up ("let's go with number 4 of the names"), when that has been
 * folded: the gate takes what was said just now for known, and would leave it at that.
 */
export function takenUp(
  source: Source,
  { asked, need, most }: { readonly asked: Asked; readonly need: Need; readonly most: number },
): Given | undefined {
  const { transcript, state, count } = source
  if (need.substance > MOST_SUBSTANCE || need.known < LEAST_KNOWN) return undefined
  const index = bestRecent(source, asked)
  if (index === undefined || state.standing.has(index)) return undefined
  const size = state.tokens[index]!
  if (size < LEAST_TOKENS) return undefined
  if (size <= Math.min(WHOLE_TOKENS, most)) return { index, text: saidIn(transcript, index), tokens: size }
  const text = linesAbout(source, index, { weights: asked.weights, room: Math.min(LINES_TOKENS, most) })
  const tokens = count(text)
  return text && tokens <= most ? { index, text, tokens } : undefined
}

/** The folded answer, of the last few, that matches best with its question; undefined where none matches well. */
function bestRecent({ state }: Source, { scores, known }: Asked): number | undefined {
  let best: number | undefined
  let most = LEAST_MATCH * known
  const scoreOf = (index: number): number => (index >= state.lead ? (scores[index - state.lead] ?? 0) : 0)
  for (let index = Math.max(state.lead, state.keys.length - REACH); index < state.boundary; index++) {
    if (state.roles[index] !== 'assistant') continue
    const asker = state.roles[index - 1] === 'user' ? index - 1 : -1
    const match = scoreOf(index) + scoreOf(asker)
    if (match < most || (best !== undefined && match === most)) continue
    most = match
    best = index
  }
  return best
}
