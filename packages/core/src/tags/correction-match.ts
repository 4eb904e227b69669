import { stemOf, termId } from '../words/words.ts'
import { CUE } from './correction-cues.ts'
import { FROM, type SlotReading, type SlotValue, TO } from './correction-values.ts'

/** What a sentence said, when and by whom. */
export interface Claim extends SlotReading {
  readonly turn: number
  readonly sentence: number
  readonly role: string
  readonly superseded: Set<SlotValue>
}

/** Without any word of its topic, a correction means what has only just been said. */
const NEAR_TURNS = 1

/** A value of an earlier sentence, and the one that takes its place. */
export interface Replacement {
  readonly earlier: Claim
  readonly old: SlotValue
  readonly fresh: SlotValue
}

interface Context {
  readonly text: string
  readonly cues: number
}

/** What a sentence replaces of what was said before it; `cues` are the bits of `CUE` in it. */
export function replacements(claims: readonly Claim[], now: Claim, context: Context): Replacement[] {
  const { cues } = context
  const found: Replacement[] = []
  const fresh = now.values.filter(({ isReplaced }) => !isReplaced)
  const named = now.values.filter(({ isReplaced }) => isReplaced)
  for (const old of named) {
    const value = replacing(old, fresh, context.text)
    const replacement = value && ofNamed(claims, now, { old, value, cues })
    if (replacement) found.push(replacement)
  }
  if (found.length || cues & CUE.added || !(cues & (CUE.strong | CUE.weak | CUE.change))) return found
  // A sentence that takes back what nobody said leaves the rest alone; a long one is about more than one value.
  if (named.some(({ slot }) => slot !== 'word') || now.context.size > MOST_TOPIC_WORDS) return found
  for (const value of fresh) {
    if (value.slot === 'word' || fresh.filter((other) => fits(other, value)).length > 1) continue
    const replacement = ofCued(claims, now, { value, cues })
    if (replacement) found.push(replacement)
  }
  return found
}

/** Words of its topic that a correction in passing has at most. */
const MOST_TOPIC_WORDS = 7
/** Turns back to which words are replaced by name. */
const WORD_TURNS = 4

/** "Friday, not Wednesday": Wednesday was said, of the same thing as far as one can tell. */
function ofNamed(
  claims: readonly Claim[],
  now: Claim,
  { old, value, cues }: { old: SlotValue; value: SlotValue; cues: number },
): Replacement | undefined {
  const isCued = (cues & (CUE.strong | CUE.weak)) !== 0
  // Words are compared and told apart in every other sentence: without a cue, that corrects nothing.
  if (isWordy(old) && old.slot === 'word' && !isCued && !(cues & CUE.change)) return undefined
  for (let i = claims.length - 1; i >= 0; i--) {
    const earlier = claims[i]!
    const distance = now.turn - earlier.turn
    if (isWordy(old) && distance > WORD_TURNS) return undefined
    if (distance === 0 && earlier.role === now.role && now.sentence - earlier.sentence > 2) continue
    const said = earlier.values.find((other) => sameText(other, old) && isLive(earlier, other))
    // What is new must not have stood beside it already.
    if (!said || earlier.values.some((other) => sameText(other, value))) continue
    const shared = sharedOf(now, earlier, [old, value])
    if (shared.count > 0 ? shared.isSame : distance <= 3 && (shared.least === 0 || isCued))
      return { earlier, old: said, fresh: value }
  }
  return undefined
}

/** What stands between two words that change places: "Hamburg instead of Berlin", "not Berlin but Hamburg". */
const BETWEEN =
  /^(?:[ ,;(–—-]{0,3}(?:(?:and|und|et|y|e|en) )?(?:not|nicht|pas|non|no|não|niet|не|nie|instead of|rather than|statt|anstatt|au lieu de|plutôt que|en lugar de|en vez de|invece di|anziché|em vez de|in plaats van|вместо|zamiast)(?: \p{L}{1,3}){0,2} ?|[ ,;–—-]{1,3}(?:but|sondern|mais|sino|ma|mas|maar|а|lecz|it['’]s|it is|use|take|rather)(?: \p{L}{1,4}){0,2} |ではなくて?、?|じゃなくて?、?|[，,]?(?:而)?是|，?不是)$/iu

/** The value that takes the place of `old`: of its slot, the nearest; of words only the one right beside it. */
function replacing(old: SlotValue, fresh: readonly SlotValue[], text: string): SlotValue | undefined {
  let best: SlotValue | undefined
  for (const value of fresh) {
    if (
      value.text === old.text ||
      (isWordy(old) ? !isWordy(value) || !changesPlaces(old, value, text) : !fits(value, old))
    )
      continue
    if (!best || distance(value, old) < distance(best, old)) best = value
  }
  return best
}

function changesPlaces(old: SlotValue, value: SlotValue, text: string): boolean {
  const [first, second] = old.start < value.start ? [old, value] : [value, old]
  const between = text.slice(first.end, second.start)
  if (between.length > 40) return false
  return BETWEEN.test(between) || (first === old && TO.test(between) && FROM.test(text.slice(0, first.start)))
}

function isWordy({ slot }: SlotValue): boolean {
  return slot === 'word' || slot === 'thing'
}

function distance(a: SlotValue, b: SlotValue): number {
  return a.start < b.start ? b.start - a.end : a.start - b.end
}

/** "Actually it is 450 dollars": the newest value of that slot that was said of the same thing. */
function ofCued(
  claims: readonly Claim[],
  now: Claim,
  { value, cues }: { value: SlotValue; cues: number },
): Replacement | undefined {
  for (let i = claims.length - 1; i >= 0; i--) {
    const earlier = claims[i]!
    if (now.turn === earlier.turn && earlier.role === now.role && now.sentence - earlier.sentence > 2) continue
    const others = earlier.values.filter((other) => fits(other, value) && isLive(earlier, other))
    if (!others.length || !isAbout(now, earlier, { value, cues })) continue
    // It has been said already: it is repeated, not corrected. Of two values it is open which one is meant.
    if (others.length > 1 || others[0]!.text === value.text) return undefined
    return { earlier, old: others[0]!, fresh: value }
  }
  return undefined
}

function isAbout(now: Claim, earlier: Claim, { value, cues }: { value: SlotValue; cues: number }): boolean {
  const shared = sharedOf(now, earlier, [value])
  const isStrong = (cues & CUE.strong) !== 0
  const isNear = now.turn - earlier.turn <= NEAR_TURNS
  if (!shared.isSame) return false
  if (shared.count > 0) {
    // Both have a word of their own: two things of which one thing can be said.
    if (shared.isApart && !(isStrong && isNear)) return false
    if (value.slot === 'thing' || value.slot === 'n') return isStrong && isNear && shared.count * 2 >= shared.own
    return shared.count * 2 >= shared.own && shared.own - shared.count <= 2
  }
  if (!isNear) return false
  return shared.own === 0 ? isStrong || /^(?:thing|n)$/.test(value.slot) === false : isStrong && shared.own <= 1
}

interface Shared {
  readonly count: number
  /** Words of the topic of the later one, and of the one that has fewer. */
  readonly own: number
  readonly least: number
  /** Each has words of its topic that the other has not. */
  readonly isApart: boolean
  /** Nothing tells the two things apart. */
  readonly isSame: boolean
}

function sharedOf(now: Claim, earlier: Claim, values: readonly SlotValue[]): Shared {
  // A name is a value where names are replaced, and a topic where anything else is: Anna's flight is not Bob's.
  const isTopic = !values.some(isWordy)
  const ours = topicOf(now, isTopic)
  const theirs = topicOf(earlier, isTopic)
  let count = 0
  for (const term of ours) if (theirs.has(term)) count++
  let isSame = true
  for (const word of now.qualifiers) if (!earlier.qualifiers.has(word)) isSame = false
  for (const word of earlier.qualifiers) if (!now.qualifiers.has(word) && ours.size > 0) isSame = false
  return {
    count,
    own: ours.size,
    least: Math.min(ours.size, theirs.size),
    isApart: count < ours.size && count < theirs.size,
    isSame,
  }
}

function topicOf({ context, values }: Claim, withNames: boolean): ReadonlySet<number> {
  const names = withNames ? values.filter(({ slot }) => slot === 'thing') : []
  if (!names.length) return context
  return new Set([...context, ...names.map(({ text }) => termId(stemOf(text)))])
}

function isLive(claim: Claim, value: SlotValue): boolean {
  return !value.isReplaced && !claim.superseded.has(value)
}

/** Whether two values fill one slot; a bare number may count anything. */
function fits(a: SlotValue, b: SlotValue): boolean {
  if (a.slot === b.slot) return a.slot !== 'word'
  if (!a.slot.startsWith('n') || !b.slot.startsWith('n')) return false
  if (a.slot === 'n' || b.slot === 'n') return true
  const counted = b.slot.slice(2).split(' ')
  return a.slot
    .slice(2)
    .split(' ')
    .some((word) => counted.includes(word))
}

function sameText(a: SlotValue, b: SlotValue): boolean {
  return a.text.toLowerCase() === b.text.toLowerCase() && (fits(a, b) || (isWordy(a) && isWordy(b)))
}
