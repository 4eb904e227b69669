import { CODE_FENCE, holdsCode } from '../../active-artifact.ts'
import type { Source } from '../../source.ts'
import { saidIn } from '../../transcript.ts'
import { cuesOfMessage } from '../message-cues.ts'
import { namedTerms } from '../named-things.ts'
import type { Allocation, Proposal, RecallRequest, RecallSource } from '../recall-source.ts'
import { termsAt } from '../term-arena.ts'
import { isEdit } from '../wishes.ts'

const TABLE_RULE = /^[ \t]*(?:\|[ \t]*)?:?-{2,}:?[ \t]*\|/m

/**
 * The folded artifact that a short message names, if it is not the last answer: "add a column to the table", "make the mail
 * friendlier", after a question about something else. It is recalled whole, since a part of it cannot be edited.
 */
export const artifact: RecallSource = { value: 0.95, propose }

function* propose(request: RecallRequest, { left }: Allocation): Generator<Proposal> {
  const { transcript, state, query, features, policy } = request
  const { substance, characters, tokens: size } = policy.recall.sources.artifact
  if (features.substance > substance || query.text.length > characters) return
  const wish = query.cues.sentences.find(isEdit)?.text
  const named = wish === undefined ? undefined : newestNamed(request, wish)
  // The source `lastAnswer` covers edits of the last answer.
  if (named === undefined || named === state.roles.lastIndexOf('assistant')) return
  const index = newestVersion(request, named)
  if (index >= state.boundary || state.standing.has(index)) return
  const tokens = state.tokens[index]!
  if (tokens <= Math.min(size.most, left)) yield { index, text: saidIn(transcript, index), tokens }
}

function newestNamed({ transcript, state, policy, query }: RecallRequest, text: string): number | undefined {
  const { reach, tokens } = policy.recall.sources.artifact
  const { cues } = query
  const named = namedTerms(text)
  if (!named.size) return undefined
  const isCode = cues.has('codeName')
  const isTable = cues.has('tableName')
  for (let index = state.keys.length - 1; index > Math.max(state.systemEnd, state.keys.length - reach); index--) {
    if (state.roles[index] !== 'assistant' || state.roles[index - 1] !== 'user') continue
    if (state.tokens[index]! < tokens.least) continue
    const isAskedFor = termsAt(state.terms, index - 1).some((term) => named.has(term))
    if (!isAskedFor && !isCode && !isTable) continue
    const said = saidIn(transcript, index)
    if ((isCode && said.includes(CODE_FENCE)) || (isTable && TABLE_RULE.test(said))) return index
    if (isAskedFor && (cuesOfMessage(saidIn(transcript, index - 1), cues.language).has('make') || holdsCode(said)))
      return index
  }
  return undefined
}

/** The newest answer with most of the words of this one: a later version of it. */
function newestVersion({ state, policy }: Source, index: number): number {
  const terms = new Set(termsAt(state.terms, index))
  for (let newer = state.keys.length - 1; newer > index; newer--) {
    if (state.roles[newer] !== 'assistant') continue
    let shared = 0
    for (const term of termsAt(state.terms, newer)) if (terms.has(term)) shared++
    if (shared >= policy.recall.sources.artifact.sameWork * terms.size) return newer
  }
  return index
}
