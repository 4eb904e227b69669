import { candidatesOf } from './candidates.ts'
import { chooseCandidates } from './choose.ts'
import { lineHead, RECORD_HEAD, RECORD_NEXT } from './preamble.ts'
import { isCondensed } from './standing.ts'
import type { FoldState } from './state.ts'
import type { CountTokens, Transcript } from './transcript.ts'

/** Messages up to this many tokens stand or go as one fragment, longer ones by line and sentence. */
const WHOLE_MESSAGE_TOKENS = 120
const DROP_SHARE = 0.15
/** What users say holds most of what is asked for later, and the more so the less of the text it is. */
const USER_WEIGHT = { base: 1.3, most: 6 }

/** The digest of messages `[from, to)` in at most `room` tokens; undefined when not even one line fits. */
export function composeDigest(
  source: { readonly transcript: Transcript; readonly state: FoldState; readonly count: CountTokens },
  range: { readonly from: number; readonly to: number },
  room: number,
): string | undefined {
  const { transcript, state, count } = source
  const head = state.digests.length ? RECORD_NEXT : RECORD_HEAD
  const weight = userWeight(state)
  const candidates = []
  for (let index = range.from; index < range.to; index++) {
    if (!isCondensed(transcript, state, index)) continue
    const boost = transcript.roleOf(index) === 'user' ? weight : 1
    for (const candidate of candidatesOf(source, index, {
      wholeMessageTokens: WHOLE_MESSAGE_TOKENS,
      dropShare: DROP_SHARE,
    }))
      candidates.push({ ...candidate, boost: candidate.boost * boost })
  }
  const chosen = chooseCandidates(candidates, room - count(head) - 1, state.held)
  if (!chosen.length) return undefined
  const lines: string[] = [head]
  let last = -1
  for (const { message, text } of chosen) {
    if (message === last) lines[lines.length - 1] += `; ${text}`
    else lines.push(lineHead(state.turns[message]!, transcript.roleOf(message)) + text)
    last = message
  }
  return lines.join('\n')
}

function userWeight(state: FoldState): number {
  const user = Math.max(1, state.historyTokens - state.assistantTokens - state.toolTokens)
  return Math.min(USER_WEIGHT.most, Math.max(1, USER_WEIGHT.base * Math.sqrt(state.assistantTokens / user)))
}
