import type { Role } from '../../conversation.ts'
import type { Language } from '../../lexicon/languages.ts'
import { sumOf } from '../../sum.ts'
import { continuesRule, holdsRule } from '../../text/rules.ts'
import { information } from '../../words/information.ts'
import { estimator } from '../density.ts'
import { distinctTerms, statementIn } from '../known-texts.ts'
import { languageAt } from '../language-at.ts'
import { isMark, quotationMarksIn, turningHeadingsIn } from '../lead-ins.ts'
import { perText } from '../per-text.ts'
import type { Source } from '../source.ts'
import { frequenciesOf } from '../state.ts'
import { speakerOf, type Transcript } from '../transcript.ts'
import { withoutBoilerplate } from './boilerplate.ts'
import { offeredFragments } from './offered-fragments.ts'
import { protection, salienceOf } from './salience.ts'
import { sentenceOf, typedFragments } from './typed/typed-fragments.ts'
import { wantedContext } from './wanted-context.ts'
import type { RulesOf } from './wording-rules.ts'

/** A fragment that a digest may take, in the wording of the digest. */
export interface Candidate {
  /** Index of its message, and its rank within it: the order in which chosen candidates are written. */
  readonly message: number
  readonly order: number
  readonly speaker: Role
  readonly text: string
  /** The heading or quotation mark that changes its meaning, in the wording of the digest. */
  readonly leadIn?: LeadIn | undefined
  /** True for an outline of a block of code, a table, a log or the like. */
  readonly isBlock: boolean
  readonly isUser: boolean
  /** The user's message that cannot be understood without this fragment. */
  readonly neededBy?: number | undefined
  /** True if the fragment is a rule of the user for later answers. */
  readonly isRule: boolean
  /** True if its speaker takes back here what they said. */
  readonly isRetraction?: boolean
  /** True if its message has short sentences that are not offered. */
  readonly isOfPart?: boolean
  /** Estimated tokens, with those of its lead-in. */
  readonly tokens: number
  /** Distinct terms and the weight of each, before the terms in earlier digests are taken into account. */
  readonly terms: readonly number[]
  readonly weights: readonly number[]
  /** Factor on the sum of the terms' weights. */
  readonly boost: number
}

/** A text that is written once before the fragments of a message to which it belongs. */
export interface LeadIn {
  readonly text: string
  readonly tokens: number
}

/**
 * Least number of content words in a sentence of an answer. Shorter ones are not worth a line: "Updated:", "1.", "Enjoy it".
 */
const LEAST_TERMS = 3
/** The number of a list item without its text. */
const LIST_NUMBER = /^\W{0,4}\p{Nd}{1,3}\W{0,3}$/u

function saysLittle(sentence: string, terms: number): boolean {
  const namesFigure = /\p{Nd}/u.test(sentence) && !LIST_NUMBER.test(sentence)
  return (terms < LEAST_TERMS && !namesFigure) || /[:：]$/u.test(sentence)
}

// These depend on the text and the language only, and not on the rest of the conversation.
const fragmentsSaid = perText((text, language) => typedFragments(text, { isOutput: false, language }))
const fragmentsOfOutput = perText((text, language) => typedFragments(text, { isOutput: true, language }))
const ruleIn = perText(holdsRule)
const continuesRuleIn = perText(continuesRule)
const salienceOfPart = perText(salienceOf)
const protectionOf = perText(protection)

/** All texts of message `index`, as candidates. */
export function candidatesOf(source: Source, index: number, rulesOf: RulesOf): Candidate[] {
  const { transcript, state } = source
  const { changeWeight, contextWeight, blockWeight } = source.policy.digest
  const frequencies = frequenciesOf(state)
  const candidates: Candidate[] = []
  const pieces = transcript.piecesOf(index)
  const estimate = estimator(source, index, pieces)
  const context = wantedContext(source, index)
  const language = languageAt(transcript, index)
  const fragments = pieces.flatMap((piece) => {
    const speaker = speakerOf(transcript, index, piece)
    const rules = rulesOf(index, speaker)
    const isSaid = piece.kind === 'said'
    const isUser = speaker === 'user'
    const isWhole = (state.tokens[index] ?? 0) <= rules.wholeMessageTokens && !context.hasCountedItems
    const said = isWhole && !isUser && isSaid ? withoutBoilerplate(piece.text, frequencies, language) : piece.text
    const parts = isWhole
      ? [sentenceOf(said)]
      : (isSaid ? fragmentsSaid : fragmentsOfOutput)(transcript, piece.text, language)
    // Quotations of the assistant are mostly examples and titles, which nobody takes for its own words.
    const marks = isSaid && isUser && !isWhole ? quotationMarksIn(transcript, piece.text, language) : undefined
    const headings = isSaid && !isWhole ? turningHeadingsIn(transcript, piece.text, language) : undefined
    return parts.map((part) => {
      const led = { mark: marks?.get(part.text), heading: headings?.get(part.text) }
      return { ...part, ...led, speaker, rules, isSaid, isUser, isWhole }
    })
  })
  let order = 0
  let isComplete = true
  for (const fragment of offeredFragments(fragments)) {
    const { text, isBlock, parts, mark, heading, speaker, rules, isSaid, isUser, isWhole } = fragment
    const statement = isBlock ? undefined : statementIn(transcript, text, language)
    const worded = statement?.text ?? text
    if (!worded) continue
    const terms = distinctTerms(transcript, worded)
    if (!terms.length && !(isUser && isSaid)) continue
    const leadInText = mark ?? (heading && statementIn(transcript, heading, language).text)
    const leadIn = leadInText
      ? { text: leadInText, tokens: isMark(leadInText) ? 0 : estimate(leadInText, false) + 1 }
      : undefined
    const isContext = isSaid && context.isWanted(text)
    // Orders within a quotation or in the output of a terminal are somebody else's.
    const isOwn = isUser && isSaid && !isBlock && !mark && !state.outputs.has(index)
    const last = candidates.at(-1)
    const isRule =
      isOwn &&
      (ruleIn(transcript, text, language) || (last?.isRule === true && continuesRuleIn(transcript, text, language)))
    if (!isUser && isSaid && !isBlock && !isWhole && !isContext && saysLittle(worded, terms.length)) {
      isComplete = false
      continue
    }
    candidates.push({
      message: index,
      order: order++,
      speaker,
      text: worded,
      leadIn,
      isBlock,
      isUser,
      neededBy: isContext ? index + 1 : undefined,
      isRule,
      isRetraction: isSaid && statement?.isRetraction === true,
      tokens: estimate(worded, worded !== text) + 1 + (leadIn?.tokens ?? 0),
      terms,
      weights: terms.map((term) => information(term, frequencies)),
      boost:
        (isBlock ? blockWeight : 1) *
        (isSaid && statement?.isChange ? changeWeight : 1) *
        (isContext ? contextWeight : 1) *
        rules.weight *
        boostOf(transcript, parts, isUser ? { language } : undefined),
    })
  }
  return isComplete ? candidates : candidates.map((candidate) => ({ ...candidate, isOfPart: true }))
}

/**
 * The boost of a block is the average of its parts, so that it does not win by its length. In a chat, tool output answers a
 * question, and is as salient as what people say.
 */
function boostOf(
  transcript: Transcript,
  parts: readonly string[],
  ofUser: { readonly language: Language | undefined } | undefined,
): number {
  const exponentOf = (part: string): number =>
    1.5 * salienceOfPart(transcript, part) + (ofUser ? protectionOf(transcript, part, ofUser.language) : 0)
  return sumOf(parts, (part) => Math.exp(exponentOf(part))) / parts.length
}
