import type { Word } from '../../words/words.ts'
import type { Value } from './value.ts'
import { stateKind } from './value-kinds.ts'
import { wordSet } from './word-set.ts'

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

/** Places in a row. */
export const ORDINALS = wordSet('first second third fourth fifth sixth seventh eighth ninth tenth ground top')
const PLACED = /^(?:floor|row|place|grade|storey|edition|shelf|aisle|street|avenue|platform)$/

const STATE_VERB =
  /^(?:is|are|was|were|be|been|am|i['’]m|it['’]s|that['’]s|they['’]re|he['’]s|she['’]s|we['’]re|isn['’]t|aren['’]t|wasn['’]t|stays?|stayed|remains?|remained|keeps?|kept|turned|switched|set|painted|became|becomes|got|has|have|had)$/

/** Names (capitals inside a sentence, or at its start where no common word stands) and words of which only one can hold. */
export function wordAt(words: readonly Word[], at: number): Value | undefined {
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
