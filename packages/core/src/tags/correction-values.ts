import { factsOf } from '../words/word-facts.ts'
import { isContextWord } from './context-words.ts'
import { cueWords } from './cue-trie.ts'
import type { Tag, TagKind } from './tag.ts'

/** A value of a sentence, and the slot it fills: of two values in one slot only one can hold. */
export interface SlotValue {
  readonly kind: TagKind
  readonly slot: string
  readonly text: string
  readonly start: number
  readonly end: number
  /** The sentence says that it no longer holds. */
  readonly isReplaced: boolean
}

/** What a sentence says, as far as corrections need it. */
export interface SlotReading {
  readonly values: readonly SlotValue[]
  /** Terms of what it is about, without its values. */
  readonly context: ReadonlySet<number>
  /** Words that tell two things of one kind apart: "second", "staging", "other". */
  readonly qualifiers: ReadonlySet<string>
}

const DURATION = new Set('ms µs second minute hour day week month year'.split(' '))
const DIMENSIONS: Readonly<Record<string, string>> = {
  kb: 'bytes',
  mb: 'bytes',
  gb: 'bytes',
  tb: 'bytes',
  b: 'bytes',
  kg: 'mass',
  g: 'mass',
  lb: 'mass',
  km: 'length',
  m: 'length',
  cm: 'length',
  mile: 'length',
  ft: 'length',
}
const NUMBER_WORDS = new Map(
  'two 2,three 3,four 4,five 5,six 6,seven 7,eight 8,nine 9,ten 10,eleven 11,twelve 12,fifteen 15,twenty 20,thirty 30,forty 40,fifty 50,hundred 100'
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
)
const QUALIFIERS = new Set(
  `other another second first third fourth next previous different separate original backup staging production prod dev test secondary primary return outbound
  his her their morning afternoon evening lunch dinner breakfast old former weekend child adult senior andere zweite erste autre deuxième otro otra segundo altro outra tweede`.split(
    /\s+/,
  ),
)
/** What stands right before a value that is taken back, small words between them left out. */
const REPLACED_BEFORE =
  /(?:\b(?:not(?! (?:only|just|merely|yet|sure|more|less))|isn['’]t|wasn['’]t|aren['’]t|instead of|rather than|no longer(?: \p{L}{2,12})?|as opposed to|replacing|replaces?)(?!\p{L})|(?<!\p{L})(?:nicht|nicht mehr|statt|anstatt|anstelle von|pas|au lieu de|plutôt que|n['’]est plus|(?<=[,;(–—] ?)non|non (?:è|era)|invece di|anziché|al posto di|no (?:es|era|son)|(?<=[,;(–—] ?)no|en lugar de|en vez de|ya no|não|em vez de|ao invés de|não mais|niet|in plaats van|не|вместо|nie|zamiast)(?!\p{L})|不是|而不是|而非)[ :]{0,2}(?:(?:on|at|in|for|the|a|an|to|by|with|as|am|um|an|der|die|das|den|ein|eine|le|la|les|à|au|el|los|las|il|lo|de|del|di|da|o|os|em|às|het|een|op|om|в|на|w|o) ){0,3}["'“«„]?$/iu
const REPLACED_AFTER =
  /^(?:["'”»])? ?(?:ではな|じゃな|ではあり|이 아니|가 아니|이아니|가아니|改成|改为|改為|改到|换成|から(?=.{0,30}(?:変|移|に)))/u
/** The end of what stands before the old value, and before the new one, in "from X to Y". */
export const FROM =
  /(?<!\p{L})(?:from|von|vom|de|du|desde|dal|dalla|da|van|с|z|od)[ ](?:(?:the|den|dem|der|la|el|le|l['’]) ?)?["'“]?$/iu
export const TO =
  /(?<!\p{L})(?:to|into|auf|zu|nach|à|au|al|a|ao|para|naar|на|do|na)[ ](?:(?:the|den|der|la|el|le|l['’]) ?)?["'“]?$/iu
const BY_AMOUNT =
  /\b(?:by|um|de|en|per|another|extra|an additional|more than|less than|over|under|at least|(?<!went |goes |gone |moved )up to)[ ]$/i
const MORE_AFTER = /^ (?:more|extra|less|off|each|mehr|de plus|más|in più|a mais|meer)\b/i
const NEAR = 48

/** The values of a sentence in lower-case-insensitive slots, what it is about, and what tells it apart. */
export function readSlots(sentence: string, tags: readonly Tag[]): SlotReading {
  const values: SlotValue[] = []
  const context = new Set<number>()
  const qualifiers = new Set(cueWords(sentence).filter((word) => QUALIFIERS.has(word)))
  tags.forEach((tag, at) => {
    for (const word of (tag.word ?? '').split(' ')) {
      if (word && !QUALIFIERS.has(word) && isContextWord(word) && !NUMBER_WORDS.has(word))
        context.add(factsOf(word).term)
    }
    const slot = slotOf(tag, tags[at + 1])
    if (!slot || isDelta(sentence, tag)) return
    const isReplaced = isTakenBack(sentence, tag, tags)
    values.push({
      kind: slot.kind ?? tag.kind,
      slot: slot.name,
      text: slot.text ?? tag.text,
      start: tag.start,
      end: tag.end,
      isReplaced,
    })
  })
  return { values, context, qualifiers }
}

interface Slot {
  readonly name: string
  readonly kind?: TagKind
  readonly text?: string
}

function slotOf({ kind, text, word, end }: Tag, next: Tag | undefined): Slot | undefined {
  switch (kind) {
    case 'money':
    case 'percent':
    case 'time':
    case 'version':
    case 'email':
    case 'url':
    case 'path':
      return { name: kind }
    case 'date':
      return { name: /^\d{4}$/.test(text) ? 'year' : /^\d\d$/.test(text) ? 'month' : 'date' }
    case 'quantity': {
      const unit = text.slice(text.indexOf(' ') + 1)
      return { name: DURATION.has(unit) ? 'duration' : (DIMENSIONS[unit] ?? `n:${unit}`) }
    }
    case 'number':
      return { name: countedSlot(end, next) }
    case 'name':
    case 'identifier':
      return { name: 'thing' }
    case 'term':
    case 'phrase': {
      const first = (word ?? text).split(' ')[0]!
      const figure = NUMBER_WORDS.get(first)
      if (!figure) return isContextWord(first) ? { name: 'word' } : undefined
      const counted = first === word ? countedSlot(end, next) : `n:${text.split(' ').slice(1).join(' ')}`
      return { name: counted, kind: 'number', text: figure }
    }
  }
}

/** Of "5 tickets": what is counted. */
function countedSlot(end: number, next: Tag | undefined): string {
  if (!next || next.start - end > 1 || (next.kind !== 'term' && next.kind !== 'phrase')) return 'n'
  return isContextWord(next.word ?? '') ? `n:${next.text}` : 'n'
}

/** A change by an amount, or a bound, is not the amount. */
function isDelta(sentence: string, tag: Tag): boolean {
  if (!/^(?:money|percent|quantity|number)$/.test(tag.kind)) return false
  return (
    BY_AMOUNT.test(sentence.slice(Math.max(0, tag.start - 16), tag.start)) ||
    MORE_AFTER.test(sentence.slice(tag.end, tag.end + 8))
  )
}

function isTakenBack(sentence: string, tag: Tag, tags: readonly Tag[]): boolean {
  const before = sentence.slice(Math.max(0, tag.start - NEAR), tag.start)
  if (REPLACED_BEFORE.test(before) || REPLACED_AFTER.test(sentence.slice(tag.end, tag.end + NEAR))) return true
  if (!FROM.test(before)) return false
  // "from X to Y": another value behind it stands after "to".
  return tags.some(
    (other) =>
      other.start >= tag.end &&
      other.start - tag.end < NEAR &&
      TO.test(sentence.slice(Math.max(tag.end - 1, other.start - NEAR), other.start)),
  )
}
