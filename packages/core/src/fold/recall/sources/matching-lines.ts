import type { Language } from '../../../lexicon/languages.ts'
import { foldedSet, perLanguage } from '../../../lexicon/per-language.ts'
import { stem } from '../../../lexicon/stem.ts'
import { perWord } from '../../../lexicon/word-form.ts'
import { fragmentsOf } from '../../../text/fragments.ts'
import { telegraphic } from '../../../text/telegraphic.ts'
import { STOP_WORDS } from '../../../words/stop-words.ts'
import { wordsOf } from '../../../words/words.ts'
import type { Source } from '../../source.ts'
import { perMessage, saidIn } from '../../transcript.ts'
import { CODE_FENCE } from '../../work-in-hand.ts'
import { withoutMarkup } from '../condense.ts'
import { bestOf } from '../rank.ts'
import { type Allocation, LINE_TOKENS, type Proposal, type RecallRequest, type RecallSource } from '../recall-source.ts'

/**
 * Lines of the folded messages that a short question asks for and that no digest holds: where the ranked messages are not
 * wanted, or have no room. Words are compared by their stems in the language of the question.
 */
export const matchingLines: RecallSource = { value: 0.3, propose }

/** Limits of the algorithm: the newest folded messages that are read, those before them that have a word of the question, and
 * tokens of the longest. */
const MOST_READ = { newest: 64, matching: 24 }
const MOST_TOKENS = 600

interface Line {
  readonly index: number
  readonly text: string
  readonly stems: ReadonlySet<string>
  /** Stems of the rest of its message and of the one that it answers. */
  readonly beside: ReadonlySet<string>
}

function* propose(request: RecallRequest, allocation: Allocation): Generator<Proposal> {
  const { query, features, policy, count } = request
  const { substance, besideShare, leastMatch, nearBest, mostTokens } = policy.recall.sources.matchingLines
  const isAsking = features.asking > 0.5 || features.pointsBack || query.cues.has('recap')
  if (!isAsking || features.substance > substance) return
  const asked = stemsOf(query.text, query.cues.language)
  if (!asked.size) return
  const lines = linesOf(request)
  const times = new Map<string, number>()
  for (const { stems } of lines) for (const each of stems) if (asked.has(each)) times.set(each, (times.get(each) ?? 0) + 1)
  let all = 0
  const weights = new Map<string, number>()
  for (const each of asked) {
    const weight = Math.log(1 + lines.length / (times.get(each) ?? 1))
    weights.set(each, weight)
    all += weight
  }
  const found = lines.map((line) => ({ line, match: matchOf(line, weights, besideShare) / all }))
  const best = found.filter(({ match }) => match >= leastMatch).sort((a, b) => b.match - a.match || b.line.index - a.line.index)
  let left = Math.min(mostTokens, allocation.left)
  for (const { line, match } of best) {
    if (match < nearBest * best[0]!.match) return
    if (allocation.holds(line.index) || isHeld(request, line)) continue
    const tokens = count(line.text) + LINE_TOKENS
    if (tokens > left) continue
    left -= tokens
    yield { index: line.index, text: line.text, tokens, isPart: true }
  }
}

function matchOf({ stems, beside }: Line, weights: ReadonlyMap<string, number>, besideShare: number): number {
  let own = 0
  let near = 0
  for (const [each, weight] of weights) {
    if (stems.has(each)) own += weight
    else if (beside.has(each)) near += weight
  }
  return own + besideShare * near
}

/** Whether a digest says the line. */
function isHeld({ state }: Source, { text, index }: Line): boolean {
  if (state.whole.has(index)) return true
  const worded = telegraphic(text)
  return state.digests.some((digest) => digest.text.includes(worded) || digest.text.includes(text))
}

function linesOf({ transcript, state, query }: RecallRequest): Line[] {
  const { language } = query.cues
  const newest = Math.max(state.lead, state.boundary - MOST_READ.newest)
  const older = bestOf(query.scores.subarray(0, newest - state.lead), MOST_READ.matching).map((i) => state.lead + i)
  const indices = older.sort((a, b) => a - b)
  for (let index = newest; index < state.boundary; index++) indices.push(index)
  const lines: Line[] = []
  let before: ReadonlySet<string> = new Set()
  for (const index of indices) {
    const parts = partsOf(transcript, index).map((text) => ({ text, stems: stemsOf(text, language) }))
    const own = new Set(parts.flatMap(({ stems }) => [...stems]))
    const isSmall = state.tokens[index]! <= MOST_TOKENS && !state.standing.has(index)
    const beside = state.roles[index] === 'assistant' ? new Set([...own, ...before]) : own
    if (isSmall) for (const { text, stems } of parts) lines.push({ index, text, stems, beside })
    before = own
  }
  return lines
}

const partsOf = perMessage((transcript, index): readonly string[] => {
  const said = saidIn(transcript, index)
  return said.includes(CODE_FENCE) ? [] : fragmentsOf(withoutMarkup(said)).map(({ text }) => text)
})

/** Stems of the words of a text that say something by themselves. */
function stemsOf(text: string, language: Language): ReadonlySet<string> {
  const stemsOfWord = wordStems(language)
  const stems = new Set<string>()
  for (const { form } of wordsOf(text)) for (const each of stemsOfWord(form)) stems.add(each)
  return stems
}

/** Stems of a word in a language; of "l'appartement" that of the second part. */
const wordStems = perLanguage(({ functionWords, stopWords = [], cues }, language) => {
  const questions = (cues.question ?? []).map((word) => word.replace(/^[\^=]+/, ''))
  const empty = foldedSet([...functionWords, ...stopWords, ...questions])
  return perWord(({ key, text }): readonly string[] =>
    STOP_WORDS.has(text.toLowerCase())
      ? []
      : key.split("'").flatMap((part) => (empty.has(part) || !SAYS_SOMETHING.test(part) ? [] : stem(part, language))),
  )
})

/** One character says something when it is a digit or a sign of a script whose words are that short. */
const SAYS_SOMETHING = /..|[\d\u2e80-\uffff]/su
