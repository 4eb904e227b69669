import { withoutEnd } from '../../words/without-end.ts'
import { termId } from '../../words/words.ts'
import type { SpokenWord } from '../content.ts'
import { type ChangeCue, changeCue, replacedParts } from './change-cue.ts'
import { claimTerm, claimTerms } from './claim-terms.ts'
import { TRIGGER } from './triggers.ts'
import type { Value } from './value.ts'
import { valuesOf } from './values.ts'
import { baseOf } from './verb-base.ts'
import { wordSet } from './word-set.ts'

export interface ClaimValue {
  readonly kind: number
  readonly value: number
  readonly isName: boolean
  /** An amount, and one without a unit. */
  readonly isAmount: boolean
  readonly isBare: boolean
  /** Whether the sentence says that this value no longer holds. */
  readonly isReplaced: boolean
}

/** What a sentence says to be so, in numbers: what it is about, with which values, and how it stands to what was said. */
export interface Claim {
  /** Terms of what it is about: content words that are no values. Distinct, in order. */
  readonly context: readonly number[]
  /** The context with the words of the values. */
  readonly all: readonly number[]
  /** Pairs of neighbouring words, one after the other, of which the second makes something else of the first: "coffee ice". */
  readonly compounds: readonly number[]
  /** Terms of what it says to hold no longer. */
  readonly replaced: readonly number[]
  readonly values: readonly ClaimValue[]
  readonly cue: ChangeCue
  /** Speaks of the speaker (1), the listener (2). */
  readonly persons: number
  /** Denied by "not" or "never". */
  readonly polarity: 'affirmed' | 'denied' | 'never'
  /** Says how something is and stays, rather than what happened once. */
  readonly isStative: boolean
  /** Names somebody or something for a part that only one can have. */
  readonly isRole: boolean
  /** Bound to a condition, a limit or a wish, so that another value does not contradict it. */
  readonly isLoose: boolean
  /** Bound to a moment that has passed, or to how things went on. */
  readonly isOfMoment: boolean
  /** Has somebody or something that it speaks of, other than an exclamation or an order. */
  readonly hasSubject: boolean
  /** Says what can or could be. */
  readonly isAbility: boolean
  /** Said behind an event, which may be why it is so now. */
  readonly isAfterEvent: boolean
  /** Its subject is a pronoun, so what it is about stands before. */
  readonly isPronoun: boolean
}

const STATIVE = new Set(
  `be have live work cost weigh take start begin end open close leave depart arrive need require support use include contain cover expire run last hold lead own belong
prefer seat measure earn pay speak study allow accept offer provide charge serve host store return default equal total lie stand face date consist born build found release publish
graduate schedule due set locate base price name limit cap deploy write finish land meet sleep drink eat drive teach manage chair head play listen ship deliver rent fit feature sit boil freeze melt burn
close premiere retire marry receive attend complete miss download visit order plan`
    .split(/\s+/)
    .map((verb) => termId(baseOf(verb))),
)
const BE = wordSet("is are was were am be been it's that's i'm he's she's they're we're i've has have had")
const ROLE =
  /^(?:my|our|your|his|her|their|the) (?:\S+ ){1,4}(?:is|was) |\b(?:is|are|was|were|as) (?:my|our|your|his|her|their|the|called|named|in|at|from|based|located|on|married|born)\b|\b(?:live[sd]?|living|lives|works? (?:at|for|in)|worked (?:at|for|in)|located|based|born|called|named|belongs? to|leads?|owns?|manages?|chairs?|heads?|wrote|invented|founded|married|stay(?:s|ed|ing)? (?:at|in)|(?:ends?|starts?|begins?|takes? place|held|hosted|opens?) (?:in|at)|directed|painted|composed|won the|moved to|depart(?:s|ed)? from|leaves? from|arrives? (?:at|in)|runs? on|written in|hosted (?:on|in|by)|teaches|plays?|study|studies|studied|fly|flies|drives? an?|is an?|uses?|deploys? (?:on|to|with))\b/
const HYPOTHETICAL = /^(?:(?:so|and|but|now)[, ]+)?(?:if|when|whenever|suppose|imagine|assuming|let's say|say)\b/
const LOOSE =
  /\b(?:if|when|whenever|unless|would|could|should|might|at least|at most|up to|more than|less than|fewer than|over|under|between|about|around|roughly|approximately|nearly|almost|some|another|other|or|either|let's|suppose|imagine|example|e\.g|such as|usually|often|sometimes|typically|depends|wish|hope|want|try|trying|plan to|planning|like to|will)\b/
const DENYING =
  /\b(?:not|cannot|without|[a-z]+n't)\b|\b(?:is|are|was|were|have|has|had|with|there's|got) no\b|\b(?:stopped|quit) [a-z]+ing\b|\bno (?=\w+ (?:is|are|was|were|has|have)\b)/
const NEVER = /\b(?:never|none of|not once)\b/
const NOT_DENYING =
  /\b(?:never said|(?:didn't|did not|not) (?:say|saying|mean)|not only|not just|not merely|can't wait|cannot wait|no problem|no doubt|no wonder|no worries|why not|not sure|not certain|not (?:entirely|completely|100|quite|very|too|really|always|necessarily|all|every|so)|(?:don't|do not|didn't) (?:think|believe|know|remember|recall|mind|forget|worry|want|need|have to|just)|not until|if not|no matter|whether or not|not (?:to )?mention|wouldn't|couldn't|shouldn't|won't|mustn't|(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)n't (?:i|you|he|she|it|we|they|there)$|not yet|yet\b|not least)\b/
const MOMENT =
  /\b(?:yesterday|today|tonight|this (?:morning|week|month|year|time|afternoon|evening|weekend)|last (?:week|month|year|night|time|summer|winter|spring|autumn|fall|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|ago|so far|yet|used to|anymore|any more|finally|just|recently|at first|originally|initially|previously|earlier|back then|formerly|by then|meanwhile|later|then|soon|tomorrow|next|again|currently|at the moment|for now|(?:right )?now|in the past|became|becomes|(?:this|that|which) (?:makes|brings)|as a (?:child|kid|student))\b/
const PRONOUN =
  /^\W*(?:(?:actually|no|wait|sorry|oops|correction|well|oh|and|but|so|update|hm+|in fact|my (?:mistake|bad)|i (?:meant|misspoke|was wrong))\W+)*(?:it|it's|they|they're|that|that's|i meant|make (?:it|that)|i should have said|he|she|he's|she's)\b/

const SUBJECT =
  /^[^\p{L}]{0,20}(?:(?:actually|no|yes|wait|sorry|oops|correction|well|oh|and|but|so|update|in fact|honestly|also|still|then|now|\p{L}{1,40}:)[^\p{L}]{1,20}){0,4}(?:(?:i|we|you|he|she|it|they|this|that|there|the|my|our|your|his|her|their|its|these|those|a|an|all|both|most|some|each|every|no|nobody|everyone|none|neither|i'(?:m|ve|d|ll)|we'(?:re|ve|d|ll)|you'(?:re|ve)|it's|they'(?:re|ve)|he's|she's|that's|there's)\b|(?:\S{1,60} ){1,4}?(?:is|are|was|were|has|have|had|does|doesn't|do|don't|did|didn't|will|can|cannot|can't|isn't|aren't|wasn't|never|supports?|requires?|uses?|needs?|\S+s)\b)/u

/** A statement: with short quotations kept, in lower case with all covered, the signs of its words, and its words. */
export interface Statement {
  readonly read: string
  readonly text: string
  readonly signs: number
  readonly words: readonly SpokenWord[]
}

/** The claim of a sentence that is no question. */
export function claimOf({ read, text, signs, words: spoken }: Statement): Claim {
  const lead = LEAD.exec(text)?.[0].length ?? 0
  const label = lead || (LABEL.exec(read)?.[0].length ?? 0)
  const body = text.slice(lead)
  const isCovered = read.includes('∎')
  const aside = signs & TRIGGER.aside ? ASIDE.exec(text) : null
  const isAside = (start: number): boolean =>
    aside !== null && start >= aside.index && start < aside.index + aside[0].length
  const words =
    label || isCovered || aside
      ? spoken.filter(({ start }) => start >= label && read.charAt(start) !== '∎' && !isAside(start))
      : spoken
  const values = valuesOf(read, words)
  const isAssumed = HYPOTHETICAL.test(text)
  const parts = !isAssumed && (signs & TRIGGER.change) !== 0 ? replacedParts(text) : []
  const isInside = (at: number): boolean => parts.some((part) => at >= part.start && at < part.end)
  const cue = isAssumed ? 'none' : changeCue(text, signs)
  return {
    ...claimTerms(read, words, { values, isReplaced: isInside }),
    values: values.map((value) => claimValue(value, isInside(words[value.from]!.start))),
    cue,
    persons: signs & TRIGGER.person ? personsOf(text) : 0,
    polarity: parts.length || !(signs & TRIGGER.denial) ? 'affirmed' : polarityOf(text),
    isStative: isStativeSentence(words, body),
    isRole: ROLE.test(body),
    isLoose: (signs & TRIGGER.loose) !== 0 && LOOSE.test(text),
    isOfMoment: (signs & TRIGGER.moment) !== 0 && MOMENT.test(body),
    hasSubject: SUBJECT.test(body),
    isAbility: (signs & TRIGGER.ability) !== 0 && /\b(?:can|can't|cannot|could|couldn't|able to)\b/.test(text),
    isAfterEvent: false,
    isPronoun: PRONOUN.test(body),
  }
}

/** What is said to the listener about the saying of it, which is no part of the claim. */
const ASIDE =
  /\b(?:by the way|btw|for the record|fyi|for your information|just so you know|to be clear|incidentally|as it happens|for what it's worth|mind you|as you know|of course|in case you wondered|just saying|i should add|i might add)\b/

/** From when on it holds, or for whom it is said, before the statement itself. */
const LEAD =
  /^(?:from \p{L}+ on|going forward|as of \p{L}+(?: \d+)?|effective \p{L}+|(?:starting|beginning) (?:on |in |from |with |next |this )?\p{L}+|in the end|in the meantime|these days|for the \p{L}+)[,:]? +/u

/** Who speaks, where a transcript says so before the sentence: that is no part of the claim. */
const LABEL = /^(?:\[[^\]]{1,60}\] *)?\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)?: +/u

function polarityOf(text: string): Claim['polarity'] {
  const cut = withoutEnd(text, /[\s.!?]/).replace(NOT_DENYING, ' ')
  return NEVER.test(cut) ? 'never' : DENYING.test(cut) ? 'denied' : 'affirmed'
}

const AMOUNT = /^(?:n$|n:|money|mass|length|bytes|percent|time-span)/

function claimValue(value: Value, isReplaced: boolean): ClaimValue {
  const { kind } = value
  return {
    kind: termId(kind),
    value: termId(value.value),
    isName: kind === 'name',
    isAmount: AMOUNT.test(kind),
    isBare: kind === 'n',
    isReplaced,
  }
}

/** A subject of some words, then a verb with the ending of the present and something that it does something to. */
const PRESENT =
  /^\W*(?:(?:and|but|so|well|actually|no|yes)\W+)*(?:the|my|our|his|her|their|your|its)(?: \p{L}+){1,3}? (?:(?:in|at|of|on|for|from) \p{L}+(?: \p{L}+)? )?\p{L}{2,}[^\Ws]s (?:\p{Sc}?\d|(?:a|an|the|about|at|in|on|from|to|with|two|three|four|five|six|seven|eight|nine|ten)\b)/u
/** What happens once to anybody or anything. */
const ONCE = /^(?:graduated|born|founded|died|retired|published|released|established|invented|discovered|built)$/

/** What somebody did once can be done again with another figure; what a thing did once cannot. */
function isStativeSentence(words: readonly SpokenWord[], text: string): boolean {
  const isDefinite = /^\W*(?:(?:and|but|so|well|actually|no|yes)\W+)*(?:the|my|our|his|her|their|your|its)\b/.test(text)
  // What a thing does in the present it does as a rule: "our office employs 45 people".
  if (isDefinite && PRESENT.test(text)) return true
  return words.some((word) => {
    const { lower } = word
    if (BE.has(lower) || ONCE.test(lower)) return true
    if (!STATIVE.has(claimTerm(word))) return false
    const base = baseOf(lower)
    return isDefinite || lower === base || lower === `${base}s` || lower === `${base}es` || lower === `${base}e`
  })
}

function personsOf(text: string): number {
  const speaker = /\b(?:i|me|my|mine|i'm|i've|i'd|i'll)\b/.test(
    text.replace(
      /\bi (?:meant|misspoke|was wrong|was mistaken|made a \w+|checked|think|believe|guess|should have said|stand corrected)\b/g,
      ' ',
    ),
  )
  const listener = /\b(?:you|your|yours|you're|you've)\b/.test(text)
  return (speaker ? 1 : 0) | (listener ? 2 : 0)
}
