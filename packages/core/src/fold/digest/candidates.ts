import type { Role } from '../../conversation.ts'
import { fragmentsOf } from '../../words/fragments.ts'
import { contentTerms } from '../../words/terms.ts'
import { information, telegraphic } from '../../words/wording.ts'
import { estimator } from '../density.ts'
import { askedMark, type Mark } from '../record/marks.ts'
import type { FoldState } from '../state.ts'
import { frequenciesOf } from '../state.ts'
import { type Piece, speakerOf, type Transcript } from '../transcript.ts'
import { answeredBy } from './answered.ts'
import { offeredFragments } from './offered-fragments.ts'
import { replacedMarks } from './replaced.ts'
import { withoutStock } from './stock.ts'
import { protection, tellingness } from './telling.ts'
import { sentenceOf, typedFragments } from './typed/typed-fragments.ts'
import { holdsRule } from './user-rules.ts'
import { userWording } from './word-for-word.ts'
import type { RulesOf } from './wording-rules.ts'

/** A piece of text that a digest may take, worded as it would stand there. */
export interface Candidate {
  /** Index of its message, and its rank within it: the order in which chosen candidates are written. */
  readonly message: number
  readonly order: number
  readonly speaker: Role
  readonly text: string
  /** The question that a few words answer: before them. */
  readonly asked?: Mark | undefined
  /** What replaced it, or what it replaces: behind it. */
  readonly marks: readonly Mark[]
  /** True for what stands for a block of code, a table, a log or the like. */
  readonly isBlock: boolean
  readonly isUser: boolean
  /** Whether the user tells in it how to act from then on. */
  readonly isRule: boolean
  readonly tokens: number
  /** Distinct terms with what each adds, before what digests hold already is taken into account. */
  readonly terms: readonly number[]
  readonly weights: readonly number[]
  /** Multiplies the sum of what the terms add. */
  readonly boost: number
}

/** What is chosen goes on to count, whatever else was said of it. */
const CHOICE_WEIGHT = 2
/** What was corrected, or corrects, stands before almost everything else. */
const REPLACED_VALUE = 3

/** Everything that was said in message `index`, as candidates. */
export function candidatesOf(
  source: { readonly transcript: Transcript; readonly state: FoldState },
  index: number,
  rulesOf: RulesOf,
): Candidate[] {
  const { transcript, state } = source
  const frequencies = frequenciesOf(state)
  const candidates: Candidate[] = []
  const pieces = transcript.piecesOf(index)
  const estimate = estimator(state, index, pieces)
  const markOf = marker(state, index, pieces)
  const answered = answeredBy(transcript, state, index)
  const fragments = pieces.flatMap((piece) => {
    const speaker = speakerOf(transcript, index, piece)
    const rules = rulesOf(index, speaker)
    const isSaid = piece.kind === 'said'
    const isUser = speaker === 'user'
    const isWhole = (state.tokens[index] ?? 0) <= rules.wholeMessageTokens
    const said = isWhole && !isUser && isSaid ? withoutStock(piece.text, frequencies) : piece.text
    const parts = isWhole ? [sentenceOf(said)] : typedFragments(piece.text, !isSaid)
    return parts.map((part) => ({ ...part, speaker, rules, isSaid, isUser, isWhole }))
  })
  let order = 0
  for (const fragment of offeredFragments(fragments)) {
    const { text, isBlock, parts, speaker, rules, isSaid, isUser, isWhole } = fragment
    const marks = isSaid && !isBlock ? markOf(isWhole ? undefined : text) : []
    const word = isUser && isSaid ? userWording : telegraphic
    const wording = isBlock ? text : word(text, { share: rules.dropShare, frequencies })
    const isAnswer = answered.text !== '' && isWhole && isSaid
    const asked = isAnswer ? askedMark(answered.text) : undefined
    const worded = isAnswer ? text.trim().replace(/\s+/g, ' ') : wording
    const shown = [asked, worded, ...marks].filter(Boolean).join(' ')
    if (!shown) continue
    const terms = [...new Set(contentTerms(shown))]
    if (!terms.length) continue
    candidates.push({
      message: index,
      order: order++,
      speaker,
      text: worded,
      asked,
      marks,
      isBlock,
      isUser,
      isRule: isUser && isSaid && !isBlock && holdsRule(text),
      tokens: estimate(shown, wording !== text) + 1,
      terms,
      weights: terms.map((term) => information(term, frequencies)),
      boost:
        (isBlock ? BLOCK_WEIGHT : 1) *
        (isAnswer && answered.isChoice ? CHOICE_WEIGHT : 1) *
        rules.weight *
        boostOf(parts, isSaid, isUser) *
        Math.exp(marks.length ? REPLACED_VALUE : 0),
    })
  }
  return candidates
}

/** Gives the marks of each sentence of message `index` when asked for them in their order, and those of all without one. */
function marker(state: FoldState, index: number, pieces: readonly Piece[]): (sentence?: string) => readonly Mark[] {
  const all = replacedMarks(state, index)
  const said = all.length ? pieces.flatMap(({ kind, text }) => (kind === 'said' ? fragmentsOf(text) : [])) : []
  const places = new Map<string, number[]>()
  for (const [place, { text }] of said.entries()) {
    const same = places.get(text)
    if (same) same.push(place)
    else places.set(text, [place])
  }
  return (sentence) => {
    if (sentence === undefined || !all.length) return all
    const place = places.get(sentence)?.shift()
    if (place === undefined) return []
    return replacedMarks(state, index, place)
  }
}

/** Lines that say what there is are used again 2.4 times as often as other lines, measured in coding sessions. */
const BLOCK_WEIGHT = 2.4

/** A block is as telling as its parts are on average: it is not to win by being long. */
function boostOf(parts: readonly string[], isSaid: boolean, isUser: boolean): number {
  if (!isSaid) return 1
  let sum = 0
  for (const part of parts) sum += Math.exp(1.5 * tellingness(part) + (isUser ? protection(part) : 0))
  return sum / parts.length
}
