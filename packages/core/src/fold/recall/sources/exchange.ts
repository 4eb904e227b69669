import type { FoldState } from '../../state.ts'
import { saidIn } from '../../transcript.ts'
import { linesAbout } from '../lines-about.ts'
import type { RecallQuery } from '../query.ts'
import type { Allocation, Proposal, RecallRequest, RecallSource } from '../recall-source.ts'
import { artifact } from './artifact.ts'

/** Messages before the newest that a few words may refer to. */
const REACH = 60
/** A short message of which so much was said before, and nearly all of that in one place, is about that place. */
const MOST_SUBSTANCE = 6
const LEAST_KNOWN = 0.45
/** BM25 of question and answer together, relative to the known. */
const LEAST_MATCH = 1.1
/** Less is a word of consent. */
const LEAST_TOKENS = 30
/** A list, a plan or a recipe comes back whole: "number 4" and "the last one" name no line of it. */
const WHOLE_TOKENS = 300
const LINES_TOKENS = 120

/**
 * The recent answer that a short message refers to ("let's go with number 4 of the names"), where the ranked messages are
 * not wanted: the classifier counts what was said just now as in sight.
 */
export const exchange: RecallSource = { value: 0.9, propose }

function* propose(request: RecallRequest, allocation: Allocation): Generator<Proposal> {
  const { transcript, state, count, query, features, demand } = request
  if (demand.isWanted || allocation.of(artifact).length) return
  if (features.substance > MOST_SUBSTANCE || features.known < LEAST_KNOWN) return
  const index = bestRecent(state, query)
  if (index === undefined || state.standing.has(index)) return
  const size = state.tokens[index]!
  if (size < LEAST_TOKENS) return
  if (size <= Math.min(WHOLE_TOKENS, allocation.left)) {
    yield { index, text: saidIn(transcript, index), tokens: size }
    return
  }
  const room = Math.min(LINES_TOKENS, allocation.left)
  const text = linesAbout(request, index, { weights: query.weights, room })
  const tokens = count(text)
  if (text && tokens <= allocation.left) yield { index, text, tokens }
}

/** The folded answer, of the last few, that matches best with its question; undefined where none matches well. */
function bestRecent(state: FoldState, { scores, known }: RecallQuery): number | undefined {
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
