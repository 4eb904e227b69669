import { condense } from './condense.ts'
import { lineHead } from './preamble.ts'
import type { FoldState } from './state.ts'
import { frequenciesOf } from './state.ts'
import type { CountTokens, Transcript } from './transcript.ts'
import { telegraphic } from './wording.ts'

/** The best so many messages are given word for word, as far as they are short. */
const VERBATIM_MESSAGES = 16
const VERBATIM_TOKENS = { user: 400, other: 160 }
/** Messages above this are condensed to what covers most of their content words; above the second number, left out. */
const WORDED_TOKENS = 160
const LONGEST_TOKENS = 2200

/** The excerpt of folded messages for these scores, at most `room` tokens; undefined when nothing fits. */
export function composeRecall(
  source: { readonly transcript: Transcript; readonly state: FoldState; readonly count: CountTokens },
  scores: Float64Array,
  room: number,
): string | undefined {
  const { transcript, state, count } = source
  const order = [...scores.keys()].filter((i) => scores[i]! > 0).sort((a, b) => scores[b]! - scores[a]! || a - b)
  const lines = new Map<number, string>()
  let left = room
  let rank = 0
  for (const offset of order) {
    if (left < 8) break
    // Wording needs at least a third of a message's tokens: what cannot fit is not even worded.
    if (state.tokens[state.lead + offset]! > 3 * left) continue
    const index = state.lead + offset
    const text = excerpt(source, index, rank < VERBATIM_MESSAGES)
    if (!text) continue
    const line = lineHead(state.turns[index]!, transcript.roleOf(index)) + text
    const tokens = count(line) + 1
    if (tokens > left) continue
    lines.set(index, line)
    left -= tokens
    rank++
  }
  if (!lines.size) return undefined
  return [...lines]
    .sort((a, b) => a[0] - b[0])
    .map(([, line]) => line)
    .join('\n')
}

function excerpt(
  {
    transcript,
    state,
    count,
  }: { readonly transcript: Transcript; readonly state: FoldState; readonly count: CountTokens },
  index: number,
  isBest: boolean,
): string | undefined {
  const tokens = state.tokens[index]!
  if (tokens > LONGEST_TOKENS) return undefined
  const text = transcript
    .piecesOf(index)
    .filter((piece) => piece.kind === 'said')
    .map((piece) => piece.text)
    .join('\n')
  if (!text) return undefined
  const limit = transcript.roleOf(index) === 'user' ? VERBATIM_TOKENS.user : VERBATIM_TOKENS.other
  if (isBest && tokens <= limit) return text
  if (tokens <= WORDED_TOKENS) return telegraphic(text, frequenciesOf(state), 0)
  return condense(text, frequenciesOf(state), { coverage: 0.86, count })
}
