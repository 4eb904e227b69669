import { findOrAdd } from '../../../maps.ts'
import { ownCopy } from '../../../own-copy.ts'
import { estimator } from '../../density.ts'
import { overtakenAmong } from '../../digest/overtaken.ts'
import { worded } from '../../known-texts.ts'
import { languageAt } from '../../language-at.ts'
import type { Source } from '../../source.ts'
import type { Excerpt } from '../../state.ts'
import { keysOf, saidIn } from '../../transcript.ts'
import { askedFilter } from '../asked-filter.ts'
import { condense } from '../condense.ts'
import { bestMatches, rankFolded } from '../rank.ts'
import { type Allocation, LINE_TOKENS, type Proposal, type RecallRequest, type RecallSource } from '../recall-source.ts'

/** Limits of the algorithm that end a recall: messages in a row that did not fit, and remaining tokens. */
const MAX_MISFITS = 6
const LEAST_TOKENS = 8
/** Number of excerpts remembered per session: two large recalls, about 130 KB with long messages. */
const MAX_EXCERPTS = 160

/** The folded messages that match the words and the meaning of the newest one best. */
export const rankedMessages: RecallSource = { value: 0, propose }

function* propose(request: RecallRequest, allocation: Allocation): Generator<Proposal> {
  const { transcript, state, policy } = request
  const { verbatim } = policy.recall.sources.rankedMessages
  const keysInSight = new Set(keysOf(transcript, state.boundary, transcript.length))
  let taken = 0
  let misfits = 0
  for (const [rank, index] of ranking(request).entries()) {
    if (allocation.left < LEAST_TOKENS || misfits >= MAX_MISFITS) return
    if (allocation.holds(index) || state.standing.has(index)) continue
    // Clients repeat their instructions after each question.
    if (keysInSight.has(transcript.keyOf(index))) continue
    const isStale =
      rank < verbatim.messages && state.whole.has(index) && isOvertaken(request, index, { to: state.boundary })
    if (!request.demand.isSure && isOvertaken(request, index, { from: state.boundary, to: state.keys.length })) continue
    const isBest = taken < verbatim.messages && !isStale
    // Except for the best, a message that digests already contain as a whole would only take the room of others.
    if (!isBest && state.whole.has(index)) continue
    const excerpt = excerptOf(request, index, { room: allocation.left, isBest })
    if (!excerpt || excerpt.tokens > allocation.left) {
      misfits++
      continue
    }
    yield { index, ...excerpt }
    // The allocation refuses a message if the statements that change it do not fit.
    const isTaken = allocation.holds(index)
    misfits = isTaken ? 0 : misfits + 1
    if (isTaken) taken++
  }
}

/**
 * True if a message of the range may give a figure of message `index` another value. The recall comes after that
 * message, so a reader would take the recalled figure for the newer one. A change in words is quoted with the excerpt
 * (`newerStatements`).
 */
function isOvertaken(source: Source, index: number, range: { readonly from?: number; readonly to: number }): boolean {
  return overtakenAmong(source, [index], { ...range, isByFigure: true }).size > 0
}

/** Cache by request: a recall that exceeds its limit is allocated again. */
const rankings = new WeakMap<RecallRequest, readonly number[]>()

/** The wanted folded messages, the best first. */
function ranking(request: RecallRequest): readonly number[] {
  const { state, query, demand } = request
  return findOrAdd(rankings, request, () => {
    const scores = rankFolded(request, { ...query, reach: demand.reach })
    return bestMatches(scores, state, state.boundary).filter(askedFilter(request))
  })
}

function excerptOf(source: Source, index: number, wish: { room: number; isBest: boolean }): Excerpt | undefined {
  const { transcript, state, policy } = source
  const { verbatim, mostTokens } = policy.recall.sources.rankedMessages
  const tokens = state.tokens[index]!
  // Wording keeps at least a third of a message's tokens. A message that cannot fit is not worded.
  if (tokens > mostTokens || tokens > 3 * wish.room) return undefined
  const limit = transcript.roleOf(index) === 'user' ? verbatim.userTokens : verbatim.otherTokens
  if (wish.isBest && tokens <= limit) {
    const text = saidIn(transcript, index)
    return text ? { text, tokens } : undefined
  }
  const known = state.excerpts.get(index)
  if (known) return known.text ? known : undefined
  const excerpt = wordedExcerpt(source, index)
  if (state.excerpts.size >= MAX_EXCERPTS) state.excerpts.clear()
  state.excerpts.set(index, { ...excerpt, text: ownCopy(excerpt.text) })
  return excerpt.text ? excerpt : undefined
}

function wordedExcerpt({ transcript, state, policy }: Source, index: number): Excerpt {
  const { wordedTokens, coverage } = policy.recall.sources.rankedMessages
  const said = saidIn(transcript, index)
  const prior = languageAt(transcript, index)
  const isShort = state.tokens[index]! <= wordedTokens
  const text = isShort ? worded(transcript, said, prior) : condense({ transcript }, said, { coverage, prior })
  return { text, tokens: estimator({ transcript, state }, index)(text) + LINE_TOKENS }
}
