import { stemOf, type Word } from '../../fold/words.ts'
import { MONTHS, numberOfWord, stateKind, WEEKDAYS } from './value-kinds.ts'
import { wordSet } from './word-set.ts'

/** A value in a sentence: of what kind, which one, and where among the sentence's words. */
export interface Value {
  /** Values of one kind exclude each other: "time", "money", "n:kg", "weekday", "name", ... */
  readonly kind: string
  readonly value: string
  /** First and last word, inclusive. */
  readonly from: number
  readonly to: number
}

const MONEY: Readonly<Record<string, string>> = {
  euro: 'eur',
  eur: 'eur',
  dollar: 'usd',
  usd: 'usd',
  pound: 'gbp',
  gbp: 'gbp',
  franc: 'chf',
  yen: 'jpy',
  buck: 'usd',
}
const UNITS: Readonly<Record<string, readonly [string, number]>> = {
  second: ['time-span', 1],
  sec: ['time-span', 1],
  minute: ['time-span', 60],
  min: ['time-span', 60],
  hour: ['time-span', 3600],
  h: ['time-span', 3600],
  day: ['time-span', 86400],
  week: ['time-span', 604800],
  ms: ['time-span', 0.001],
  kg: ['mass', 1000],
  g: ['mass', 1],
  gram: ['mass', 1],
  kilo: ['mass', 1000],
  mg: ['mass', 0.001],
  km: ['length', 1000],
  m: ['length', 1],
  cm: ['length', 0.01],
  mm: ['length', 0.001],
  meter: ['length', 1],
  metre: ['length', 1],
  gb: ['bytes', 1000],
  mb: ['bytes', 1],
  tb: ['bytes', 1e6],
  kb: ['bytes', 0.001],
}
const NOT_A_UNIT =
  /^(?:in|on|at|by|to|of|for|and|or|but|with|from|is|are|was|were|not|a|an|the|now|per|if|as|that|so|after|before|until|since|it|we|i|they|each|this|instead|long|old)$/i

/** The values among the words of a sentence, left to right. */
export function valuesOf(text: string, words: readonly Word[]): Value[] {
  const values: Value[] = []
  for (let at = 0; at < words.length; at++) {
    if (!mayBeValue(words[at]!.text)) continue
    const value = timeAt(text, words, at) ?? dateAt(words, at) ?? numberAt(text, words, at) ?? wordAt(words, at)
    if (!value) continue
    values.push(value)
    at = value.to
  }
  return values
}

/** A word of small letters is a value only when it is one that is known. */
function mayBeValue(word: string): boolean {
  const first = word.charCodeAt(0)
  if (first < 97 || first > 122) return true
  const lower = word.toLowerCase()
  return (
    WEEKDAYS.has(lower) ||
    ORDINALS.has(lower) ||
    lower === 'noon' ||
    lower === 'midnight' ||
    numberOfWord(lower) !== undefined ||
    stateKind(lower) !== undefined
  )
}

function timeAt(text: string, words: readonly Word[], at: number): Value | undefined {
  const word = words[at]!.text.toLowerCase()
  if (word === 'noon' || word === 'midnight')
    return { kind: 'time', value: word === 'noon' ? '12:00' : '0:00', from: at, to: at }
  const glued = /^(\d{1,2})(am|pm)$/.exec(word)
  if (glued) return { kind: 'time', value: clock(Number(glued[1]), '00', glued[2]), from: at, to: at }
  if (!/^\d{1,2}$/.test(word)) return undefined
  const next = words[at + 1]
  const minutes =
    next && /^[0-5]\d(?:am|pm)?$/i.test(next.text) && /^[:.]$/.test(gap(text, words, at)) ? next.text : undefined
  const half = halfAt(words, at + (minutes ? 2 : 1), minutes)
  if (minutes && gap(text, words, at) === '.' && !half.name) return undefined
  if (!minutes && !half.name && !isHour(text, words, at)) return undefined
  if (Number(word) > 23) return undefined
  const to = at + (minutes ? 1 : 0) + half.words
  return { kind: 'time', value: clock(Number(word), minutes?.slice(0, 2) ?? '00', half.name), from: at, to }
}

/** "at 7" at the end of what is said, or before a word that no unit is. */
function isHour(text: string, words: readonly Word[], at: number): boolean {
  if (!/^(?:at|until|till|before|after)$/i.test(words[at - 1]?.text ?? '')) return false
  const next = words[at + 1]
  return (
    !next ||
    !/^[\s.-]+$/.test(gap(text, words, at)) ||
    /^(?:on|in|sharp|instead|now|every|each|and|or|but|so|not|today|tomorrow)$/i.test(next.text)
  )
}

function halfAt(
  words: readonly Word[],
  at: number,
  minutes: string | undefined,
): { name: string | undefined; words: number } {
  const glued = minutes && /(am|pm)$/i.exec(minutes)?.[1]?.toLowerCase()
  if (glued) return { name: glued, words: 0 }
  const next = words[at]?.text.toLowerCase()
  if (next === 'am' || next === 'pm') return { name: next, words: 1 }
  if ((next === 'a' || next === 'p') && words[at + 1]?.text.toLowerCase() === 'm') return { name: `${next}m`, words: 2 }
  return { name: undefined, words: 0 }
}

function clock(hour: number, minutes: string, half: string | undefined): string {
  const full = half === 'pm' && hour < 12 ? hour + 12 : half === 'am' && hour === 12 ? 0 : hour
  return `${full}:${minutes}`
}

function gap(text: string, words: readonly Word[], at: number): string {
  return text.slice(words[at]!.end, words[at + 1]?.start ?? words[at]!.end)
}

function dateAt(words: readonly Word[], at: number): Value | undefined {
  const word = words[at]!.text
  const month = monthOf(word)
  const day = (index: number): string | undefined =>
    /^([12]?\d|3[01])(?:st|nd|rd|th)?$/i.exec(words[index]?.text ?? '')?.[1]
  if (month >= 0) {
    const after = day(at + 1)
    if (after) return { kind: 'date', value: `${month}-${after}`, from: at, to: at + 1 + yearAfter(words, at + 2) }
    // "May" and "March" at the start of a sentence are verbs as often as months.
    if (at === 0 && (month === 4 || month === 2)) return undefined
    return { kind: 'month', value: String(month), from: at, to: at }
  }
  const before = day(at)
  if (before) {
    const skip = words[at + 1]?.text.toLowerCase() === 'of' ? 2 : 1
    const named = monthOf(words[at + skip]?.text ?? '')
    if (named >= 0)
      return { kind: 'date', value: `${named}-${before}`, from: at, to: at + skip + yearAfter(words, at + skip + 1) }
  }
  const lower = word.toLowerCase()
  return WEEKDAYS.has(lower) ? { kind: 'weekday', value: lower.replace(/s$/, ''), from: at, to: at } : undefined
}

function monthOf(word: string): number {
  if (!/^\p{Lu}/u.test(word)) return -1
  const lower = word.toLowerCase()
  return MONTHS.findIndex(
    (month) => month === lower || (lower.length === 3 && month.startsWith(lower) && lower !== 'may'),
  )
}

function yearAfter(words: readonly Word[], at: number): number {
  return /^(?:19|20)\d\d$/.test(words[at]?.text ?? '') ? 1 : 0
}

function numberAt(text: string, words: readonly Word[], at: number): Value | undefined {
  const first = words[at]!
  const lower = first.text.toLowerCase()
  let end = at
  let figure: number | undefined = numberOfWord(lower)
  if (figure === undefined) {
    if (!/^\d/.test(lower)) return undefined
    while (words[end + 1] && /^[.,'’]$/.test(gap(text, words, end)) && /^\d/.test(words[end + 1]!.text)) end++
    const written = text.slice(first.start, words[end]!.end)
    const parsed = /^(\d[\d,.'’]*?)(k|m|bn|[a-z]{1,2})?$/i.exec(written)
    if (!parsed) return { kind: 'code', value: written.toLowerCase(), from: at, to: end }
    if ((parsed[1]!.match(/\./g)?.length ?? 0) > 1) return { kind: 'version', value: parsed[1]!, from: at, to: end }
    figure = Number(parsed[1]!.replace(/[,'’](?=\d{3})/g, '').replace(',', '.'))
    const glued = parsed[2]?.toLowerCase()
    if (glued === 'k') figure *= 1000
    else if (glued) return withUnit({ figure, unit: glued, from: at, to: end })
  }
  if (/[$€£¥]\s?$/.test(text.slice(Math.max(0, first.start - 2), first.start)))
    return { kind: 'money', value: String(figure), from: at, to: end }
  if (/^\s?%/.test(text.slice(words[end]!.end, words[end]!.end + 2)))
    return { kind: 'percent', value: String(figure), from: at, to: end }
  const next = words[end + 1]?.text
  const isGapped = next !== undefined && /^[\s-]+$/.test(gap(text, words, end))
  if (
    /^(?:19|20)\d\d$/.test(first.text) &&
    end === at &&
    (!isGapped || NOT_A_UNIT.test(next)) &&
    isYearAfter(words[at - 1]?.text)
  )
    return { kind: 'year', value: first.text, from: at, to: end }
  if (!isGapped || NOT_A_UNIT.test(next)) return { kind: 'n', value: String(figure), from: at, to: end }
  return withUnit({ figure, unit: next, from: at, to: end + 1 })
}

function isYearAfter(word: string | undefined): boolean {
  return word === undefined || /^(?:in|since|from|of|until|by|before|after|during|year|dates?|around|the)$/i.test(word)
}

function withUnit(found: { figure: number; unit: string; from: number; to: number }): Value {
  const { figure, from, to } = found
  const lower = found.unit.toLowerCase()
  const unit = stemOf(lower)
  const singular = lower.length > 2 ? lower.replace(/s$/, '') : lower
  const money = MONEY[singular]
  if (money) return { kind: 'money', value: String(figure), from, to }
  if (unit === 'percent') return { kind: 'percent', value: String(figure), from, to }
  const known = UNITS[singular]
  if (known) return { kind: known[0], value: String(Math.round(figure * known[1] * 1e6) / 1e6), from, to }
  return { kind: `n:${unit}`, value: String(figure), from, to }
}

/** Every sentence starts with a capital, so there a name shows by what it does: "Anna leads", "Mia's", "Anna Meier". */
function isNameAtStart(text: string, next: string | undefined): boolean {
  return (
    /['’]s$/.test(text) ||
    (next !== undefined && /^(?:\p{Lu}\p{L}+|is|was|has|had|will|and|\p{Ll}+(?:[^s]s|ed))$/u.test(next))
  )
}

/** A state is said of something: "is open", "stays off"; "open the box" and "right now" are no states. */
function isPredicate(words: readonly Word[], at: number): boolean {
  const lower = words[at]!.text.toLowerCase()
  const next = words[at + 1]?.text.toLowerCase()
  const before = words.slice(Math.max(0, at - 3), at).map((word) => word.text.toLowerCase())
  if (
    /^(?:on|off|left|right|full|free|back)$/.test(lower) &&
    next !== undefined &&
    !/^(?:handed|footed|in|for|by|during|at|again|now|not|and|until|since|when|but)$/.test(next)
  )
    return false
  return (
    /^(?:once|twice|thrice|daily|weekly|monthly|yearly|hourly)$/.test(lower) ||
    before.some((word) => STATE_VERB.test(word))
  )
}

const ORDINALS = wordSet('first second third fourth fifth sixth seventh eighth ninth tenth ground top')
const PLACED = /^(?:floor|row|place|grade|storey|edition|shelf|aisle|street|avenue|platform)$/

const STATE_VERB =
  /^(?:is|are|was|were|be|been|am|i['’]m|it['’]s|that['’]s|they['’]re|he['’]s|she['’]s|we['’]re|isn['’]t|aren['’]t|wasn['’]t|stays?|stayed|remains?|remained|keeps?|kept|turned|switched|set|painted|became|becomes|got|has|have|had)$/

/** Names (capitals inside a sentence, or at its start where no common word stands) and words of which only one can hold. */
function wordAt(words: readonly Word[], at: number): Value | undefined {
  const { text } = words[at]!
  const next = words[at + 1]?.text.toLowerCase()
  if (next && PLACED.test(next) && (ORDINALS.has(text.toLowerCase()) || /^\d+(?:st|nd|rd|th)$/i.test(text)))
    return { kind: `th:${next}`, value: text.toLowerCase(), from: at, to: at + 1 }
  const kind = next === 'more' ? undefined : stateKind(text.toLowerCase())
  if (kind && !isPredicate(words, at)) return undefined
  if (kind) return { kind, value: text.toLowerCase(), from: at, to: at }
  if (isLetter(text, words, at)) return { kind: 'letter', value: text.toLowerCase(), from: at, to: at }
  if (!/^\p{Lu}[\p{L}\d'’-]*$/u.test(text) || COMMON_START.test(text) || (at === 0 && /(?:ly|ing)$/.test(text)))
    return undefined
  if (at === 0 && !isNameAtStart(text, words[1]?.text)) return undefined
  let to = at
  while (
    to + 1 < words.length &&
    to - at < 3 &&
    /^\p{Lu}\p{L}+$/u.test(words[to + 1]!.text) &&
    !COMMON_START.test(words[to + 1]!.text)
  )
    to++
  return {
    kind: 'name',
    value: words
      .slice(at, to + 1)
      .map((word) => word.text.toLowerCase().replace(/['’]s$/, ''))
      .join(' '),
    from: at,
    to,
  }
}

/** A group, grade or size: "blood type is A", "plan B", "not C". */
function isLetter(text: string, words: readonly Word[], at: number): boolean {
  if (
    !/^[A-HJ-Z]$/.test(text) ||
    !/^(?:is|was|type|group|grade|plan|option|size|vitamin|not|to|from|got|an?)$/i.test(words[at - 1]?.text ?? '')
  )
    return false
  const next = words[at + 1]?.text
  return (
    text !== 'A' ||
    next === undefined ||
    /^(?:positive|negative|plus|minus|not|and|or|instead|now|but|\p{Lu}.*)$/u.test(next)
  )
}

const COMMON_START =
  /^(?:I(?:['’]\w+)?|The|A|An|My|Our|Your|His|Her|Its|Their|We|He|She|It|They|You|This|That|These|Those|There|Here|In|On|At|For|From|To|By|With|As|If|When|While|After|Before|Since|Until|Because|So|But|And|Or|No|Not|Yes|Actually|Sorry|Wait|Oops|Correction|Update|Please|Thanks|OK|Okay|Well|Now|Then|Also|Just|Only|Each|Every|All|Some|Most|Both|One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|First|Second|Third|Last|Next|What|Which|Who|Where|Why|How|Is|Are|Was|Were|Do|Does|Did|Can|Could|Will|Would|Should|May|Might|Must|Have|Has|Had|Let|Let['’]s|Turns|Scratch|Still|Today|Tomorrow|Yesterday|Maybe|Perhaps|Never|Always|Dear|Hi|Hello|Hey|Mr|Mrs|Ms|Dr|Prof|Currently|Instead|Never|Nothing|Everyone|Add|Use|Add|Take|Put|Set|Run|Got|It['’]s|That['’]s|There['’]s|We['’]re|They['’]re|You['’]re|Don['’]t)$/
