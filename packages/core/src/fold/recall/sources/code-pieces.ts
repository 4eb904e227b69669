import { CODE_FENCE } from '../../active-artifact.ts'
import type { Source } from '../../source.ts'
import { saidIn } from '../../transcript.ts'
import type { RecallQuery } from '../query.ts'
import { type Allocation, LINE_TOKENS, type Proposal, type RecallRequest, type RecallSource } from '../recall-source.ts'
import { isEdit } from '../wishes.ts'
import { artifact } from './artifact.ts'
import { lastAnswer } from './last-answer.ts'

/** The name of an error in a programming language. */
const ERROR_NAME = /\p{L}(?:Error|Exception)(?!\p{L})/u

/**
 * The code of folded answers that a short message works on, if a program is written in pieces: the best matches first,
 * and of equal ones the newest. A name or an error locates the code, and a change may need the pieces next to it.
 */
export const codePieces: RecallSource = { value: 0.5, propose }

function* propose(request: RecallRequest, allocation: Allocation): Generator<Proposal> {
  const { state, count, query, policy } = request
  const { characters, mostTokens, programTokens } = policy.recall.sources.codePieces
  if (holdsProgram(allocation, programTokens) || query.text.length > characters || !worksOnSomething(query)) return
  const pieces = foldedCode(request)
  const scoreOf = (index: number): number => query.scores[index - state.systemEnd]!
  pieces.sort((a, b) => scoreOf(b.index) - scoreOf(a.index) || b.index - a.index)
  let left = Math.min(allocation.left, mostTokens)
  for (const { index, text } of pieces) {
    const tokens = count(text) + LINE_TOKENS
    if (tokens > left) continue
    left -= tokens
    yield { index, text, tokens }
  }
}

/** True if the recall already contains a whole program, or the named artifact is not code. */
function holdsProgram(allocation: Allocation, leastTokens: number): boolean {
  const named = allocation.of(artifact)
  const whole = [...allocation.of(lastAnswer), ...named]
  return whole.some(({ tokens }) => tokens >= leastTokens) || named.some(({ text }) => !text.includes(CODE_FENCE))
}

function worksOnSomething({ text, cues }: RecallQuery): boolean {
  return cues.has('error') || ERROR_NAME.test(text) || cues.sentences.some(isEdit)
}

function foldedCode({ transcript, state, policy }: Source): { readonly index: number; readonly text: string }[] {
  const found: { readonly index: number; readonly text: string }[] = []
  const first = Math.max(state.systemEnd, state.keys.length - policy.recall.sources.codePieces.reach)
  for (let index = state.boundary - 1; index >= first; index--) {
    if (state.roles[index] !== 'assistant' || state.standing.has(index)) continue
    const said = saidIn(transcript, index)
    if (!said.includes(CODE_FENCE)) continue
    const text = fencedIn(said)
    if (text) found.push({ index, text })
  }
  return found
}

/** The fenced blocks of a text with their fences. An unclosed block extends to the end. */
function fencedIn(text: string): string {
  let isInside = false
  return text
    .split('\n')
    .filter((line) => {
      const isFence = line.trimStart().startsWith(CODE_FENCE)
      if (isFence) isInside = !isInside
      return isInside || isFence
    })
    .join('\n')
}
