import { wordSet } from './word-set.ts'

/** Verbs after which what follows is somebody's statement, whatever stands between. */
const TELLING = wordSet(
  'said says told tells claimed insists insisted mentioned mentions thinks believes reckons swears swore assures assured warned warns recommended recommends advised advises suggested suggests confirmed confirms promised announced announces asserts admitted admits',
)
/** Verbs that tell only when a clause, a colon or a quotation follows. */
const TELLING_CLAUSE = wordSet(
  'wrote writes replied replies answered explained explains noted notes stated states reported reports claims estimates estimated predicts predicted promises alleges alleged argued argues complained complains concluded concludes remarked revealed reveals hinted responded emailed texted tweeted pointed points',
)
const CLAUSE = wordSet(
  'that how why whether when there he she it they we i his her their our my the if what saying a an no all nobody everyone',
)
/** Verbs that tell somebody: "informed us", and not "informed decisions". */
const TELLING_SOMEBODY = wordSet('informed informs assured assures notified notifies texted messaged emailed')
const SOMEBODY = wordSet('me us him her them everyone everybody my our his their the')
const BEFORE_VERB = wordSet(
  'also just once later then already clearly repeatedly always often still even recently kindly quickly has have had actually both all himself herself themselves too finally originally yesterday today again once',
)
const BLOCKING = wordSet(
  "will would could should can can't cannot couldn't shouldn't wouldn't may might must to not never did didn't does doesn't don't do won't i i'd i'll i've we we'd we've you you'd you've nobody noone none nothing let let's having that it this which what whatever everything something anything it's hasn't haven't hadn't isn't wasn't if unless whether be is are being please the a an",
)
/** Machines and measurements show things; they do not vouch for them as a person does. */
const SHOWING = wordSet(
  'log logs error errors compiler output console message messages test tests terminal screen trace linter debugger script api server response function code file command prompt dialog popup notification exception warning sign clock thermometer scale scales meter gauge counter board watch odometer gps calendar label ticket graph chart data evidence result results trend analysis figure figures number numbers symptom symptoms pattern photo picture experiment benchmark profiler profile name title header browser editor ide ui page build pipeline ci dashboard monitor sensor display status query database table row column test-suite typescript eslint docker git npm node python parameter variable',
)
const PARTICIPLES = wordSet('mentioned recommended suggested advised confirmed announced promised claimed admitted')
const BEHIND_PARTICIPLE = wordSet(
  'in by for on above below earlier previously here as during at with you is are was were and',
)
const CONDITION = wordSet('if when whenever once unless until whether before after in-case nobody no none')
/** Base forms, which plural speakers take: "doctors recommend". */
const TELLING_PLURAL = wordSet(
  'say claim believe argue conclude insist recommend suggest report warn estimate advise swear admit predict state write complain note announce',
)
const PLURAL =
  /^(?:they|people|experts|critics|both|(?!this$|us$|is$|was$|does$|has$|its$|always$|yes$|perhaps$|sometimes$|as$|lets$|thus$)\p{L}{3,}s)$/u
const NOT_TOLD = wordSet('a story stories joke jokes truth lie lies about apart off')
const PHRASES =
  /\b(?:apparently|supposedly|allegedly|reportedly|purportedly|rumou?rs? (?:has|have) it|legend has it|word (?:on the street )?(?:is|has it)|(?:i|we)(?:'ve| have)? (?:hear|heard|read|gather) (?:that (?!other\b|one\b|(?:\S+ ){0,3}?(?:books?|articles?|series|story|stories|posts?|papers?|novels?|blogs?|songs?)\b)|somewhere|(?:in|on) (?:the|an?|some) |from (?:\S+ ){1,3}?that )|(?:i|we)(?:'ve)? hear(?:d)? (?:the |your |my |our |his |her |their |there |they |it |he |she |you )(?:\S+ ){0,3}?(?:is|are|was|were|will|has|have|had|won|got|lost)\b|from what i(?:'ve)? (?:hear|heard|read)|(?:people|some|experts|they|critics|locals|many) say\b|(?:i|we)(?:'ve| have)? (?:was|were|been|got|am|are) (?:\w+ly )?(?:told|informed|advised|warned|assured)|(?:is|are|was|were) (?:said|rumou?red|reported|believed|thought|alleged|claimed|supposed) to (?:be|have)|it is said|as (?!i |we |you |it )(?:\S+ ){1,3}puts? it|in (?!my |your |our |other |a |the )(?:\S+ ){0,3}?\S+'s? (?:words|opinion|view)|quoting (?!me|you)\w+)/
const ACCORDING =
  /\b(?:according to|as per|per) (?!plan\b|schedule\b|me\b|us\b|you\b|my\b|your\b|our (?:plan|schedule|agreement)|the plan\b|the schedule\b)(\S+)/g
/** "per" of a rate: per day, per seat. "per the contract" and "per Anna" name a source. */
const SOURCE_AFTER_PER = /^(?:the|his|her|their|our|its|this|that)$/

/**
 * Whether the sentence hands on what somebody else says: a person, an office, a document. Not what the speaker or the
 * listener said, not what a machine shows, not what is asked, denied, wished or only supposed to be said.
 */
export function isReported(text: string, words: readonly string[], covered: string): boolean {
  if (PHRASES.test(text)) return true
  for (const match of text.matchAll(ACCORDING))
    if (!match[0].startsWith('per ') || SOURCE_AFTER_PER.test(match[1]!) || isCapital(covered, match.index + 4))
      return true
  return words.some((word, at) => {
    if (TELLING_PLURAL.has(word)) return isPluralReport(words, at)
    // "Reminded me that": not "of my youth", nor "to buy milk".
    if (word === 'reminded' || word === 'reminds') {
      return SOMEBODY.has(words[at + 1] ?? '') && CLAUSE.has(words[at + 2] ?? '') && hasSpeaker(words, at)
    }
    if (word === 'quoted') return /^(?:me|us|him|her|them)$/.test(words[at + 1] ?? '') && hasSpeaker(words, at)
    const tells = TELLING.has(word)
    return (
      (tells || TELLING_CLAUSE.has(word) || TELLING_SOMEBODY.has(word)) &&
      hasSpeaker(words, at) &&
      hasStatement(words, { at, tells, text })
    )
  })
}

function isCapital(covered: string, at: number): boolean {
  return /^\p{Lu}\p{Ll}/u.test(covered.slice(at, at + 2))
}

function isPluralReport(words: readonly string[], at: number): boolean {
  const next = words[at + 1] ?? ''
  return (
    PLURAL.test(words[at - 1] ?? '') &&
    (next === 'that' || (CLAUSE.has(next) && next !== 'to')) &&
    hasSpeaker(words, at)
  )
}

/** Somebody stands before the verb, who is neither of the two who talk, no machine, and not denied or supposed. */
function hasSpeaker(words: readonly string[], verb: number): boolean {
  let at = verb - 1
  while (at >= 0 && BEFORE_VERB.has(words[at]!)) at--
  const subject = words[at]
  if (subject === undefined || BLOCKING.has(subject) || SHOWING.has(subject) || /^∎/.test(subject)) return false
  for (let i = Math.max(0, at - 4); i < at; i++) {
    if (CONDITION.has(words[i]!) && at - i <= 3) return false
    if (/^(?:what|whatever|whoever|everything|suppose|supposing|imagine|assume|assuming)$/.test(words[i]!)) return false
  }
  // "She called and said": whoever called. "It was useful and confirmed that ..." has no such speaker.
  if (subject === 'and')
    return /^(?:said|says|told|wrote|replied|asked|suggested|recommended|mentioned|explained)$/.test(words[verb]!)
  return !CONDITION.has(subject)
}

/** "The tools mentioned in the text", "as suggested": somebody said so, but not what this sentence says. */
function isParticiple(words: readonly string[], at: number): boolean {
  if (words[at - 1] === 'as' || /^(?:total|all|any|each|previously|above)$/.test(words[at - 1] ?? '')) return true
  return BEHIND_PARTICIPLE.has(words[at + 1]!) && !words.slice(at + 1, at + 6).includes('that')
}

function hasStatement(words: readonly string[], verb: { at: number; tells: boolean; text: string }): boolean {
  const word = words[verb.at]!
  const next = words[verb.at + 1]
  if (word === 'pointed' || word === 'points') return next === 'out'
  if (verb.tells) {
    if (next === undefined) return verb.text.includes('∎')
    if (next === 'or' || next === 'and') return false
    if (word === 'thinks' || word === 'believes') return !/^(?:about|of|in|so|twice|over)$/.test(next)
    if (
      /^sa(?:ys|id)$/.test(word) &&
      /^(?:a lot|much|nothing about|something about|more about|goodbye|hello|thanks|sorry|hi)\b/.test(
        words.slice(verb.at + 1, verb.at + 3).join(' '),
      )
    )
      return false
    if (PARTICIPLES.has(word) && isParticiple(words, verb.at)) return false
    return !(word.startsWith('t') && NOT_TOLD.has(next))
  }
  if (TELLING_SOMEBODY.has(word)) return next !== undefined && SOMEBODY.has(next)
  const quoted = new RegExp(`\\b${word}\\b[^.;]{0,30}[:,]? ?∎|\\b${word}:|\\b${word},? (?:in|on|to|by) [^,:]{1,24}[:∎]`)
  return (next !== undefined && CLAUSE.has(next)) || quoted.test(verb.text)
}
