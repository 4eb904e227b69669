import { bestFirst } from '../../../best-first.ts'
import { perLanguage, wordTables } from '../../../lexicon/per-language.ts'
import { addCount } from '../../../maps.ts'
import { sumOf } from '../../../sum.ts'
import { shortLinesOf } from '../../../text/fragments.ts'
import { wordsOf } from '../../../words/words.ts'
import { CODE_FENCE } from '../../active-artifact.ts'
import { languageAt } from '../../language-at.ts'
import { perMessage, saidIn, type Transcript } from '../../transcript.ts'
import { withoutMarkup } from '../condense.ts'
import { asks } from '../features.ts'
import { GAP } from '../gap.ts'
import { isInDigest } from '../in-digest.ts'
import { bestMatches } from '../rank.ts'
import { type Allocation, LINE_TOKENS, type Proposal, type RecallRequest, type RecallSource } from '../recall-source.ts'
import { stemsOf } from '../word-stems.ts'

/**
 * Lines of the long answer that a question is about. A conversation has few long answers, so that a word or two
 * identify one ("how deep were those holes?"), although it does not contain most words of the question. Digests prefer
 * the user's statements to those of answers, so figures of a computation, items of a list and reasons have no other way
 * into a request.
 */
export const longAnswer: RecallSource = { value: 0.7, propose }

/** Limits of the algorithm: long answers that are read, the newest of them, and tokens of the longest. */
const MAX_READ = { all: 40, newest: 24 }
const MAX_TOKENS = 1500
/** UTF-16 units of a line that is chosen as a whole: an item of a list often ends with its total or its reason. */
const WHOLE_LINE = 180

interface LongAnswer {
  readonly index: number
  /** Match of the question with the answer, in units of information. */
  readonly match: number
  /** Number of the question's words in it or beside it. */
  readonly words: number
}

/** Information of each word of the question, and their sum. */
interface Asked {
  readonly weights: ReadonlyMap<string, number>
  readonly all: number
}

function* propose(request: RecallRequest, allocation: Allocation): Generator<Proposal> {
  const { state, features, policy } = request
  const { substance, historyTokens, needs, lead, mostTokens } = policy.recall.sources.longAnswer
  // Answers of an agent report what its tools returned, and are soon out of date.
  if (state.toolMessages > 0 || state.historyTokens > historyTokens || features.substance > substance) return
  if (!asks(features)) return
  // The question is about the current subject.
  if (features.matchedInSight > features.matched) return
  const candidates = longAnswersOf(request)
  if (!candidates.length) return
  const asked = weigh(request, candidates)
  const [best, second] = candidates
    .map((index) => matchOf(request, index, asked))
    .sort((a, b) => b.match - a.match || b.index - a.index)
  const { least, words } = isAboutAnswers(request) ? needs.addressed : needs.other
  if (best!.words < words || best!.match < least * asked.all || best!.match < lead * (second?.match ?? 0)) return
  if (best!.index >= state.boundary || state.standing.has(best!.index) || allocation.holds(best!.index)) return
  const { index } = best!
  const room = Math.min(mostTokens, allocation.left)
  const isShort = state.tokens[index]! <= room && !isInDigest(request, index, saidIn(request.transcript, index))
  const text = isShort ? saidIn(request.transcript, index) : linesOf(request, index, { asked, room })
  if (text) yield { index, text, tokens: request.count(text) + LINE_TOKENS }
}

/** True if a question points back or addresses the assistant ("which one did you prefer?"). */
function isAboutAnswers({ query, features }: RecallRequest): boolean {
  if (features.pointsBack || query.cues.has('past')) return true
  // "Can you" asks for something new.
  if (query.cues.has('ask')) return false
  const { listenerWords } = wordTables(query.cues.language)
  return wordsOf(query.text).some(({ form }) => listenerWords.has(form.key))
}

/** The long answers of the conversation, of the tail as well: a question about one that is sent needs no recall. */
function longAnswersOf({ transcript, state, query, policy }: RecallRequest): number[] {
  const { leastTokens } = policy.recall.sources.longAnswer
  const isLong = (index: number): boolean => {
    const tokens = state.tokens[index]!
    if (state.roles[index] !== 'assistant' || tokens < leastTokens || tokens > MAX_TOKENS) return false
    return !saidIn(transcript, index).includes(CODE_FENCE)
  }
  const found = new Set<number>()
  for (let index = state.keys.length - 1; index >= state.systemEnd && found.size < MAX_READ.newest; index--)
    if (isLong(index)) found.add(index)
  for (const index of bestMatches(query.scores, state, state.keys.length)) {
    if (found.size >= MAX_READ.all) break
    if (isLong(index)) found.add(index)
  }
  return [...found]
}

/** Weighs the words of the question: a word in few of the answers says more about which one is meant. */
function weigh(request: RecallRequest, candidates: readonly number[]): Asked {
  const { query } = request
  const { language } = query.cues
  const weights = new Map<string, number>()
  let all = 0
  for (const word of stemsOf(query.text, language)) {
    let times = 0
    for (const index of candidates) if (exchangeOf(request, index).some((each) => each.has(word))) times++
    const weight = Math.log(1 + candidates.length / Math.max(1, times))
    weights.set(word, weight)
    all += weight
  }
  return { weights, all }
}

/** The stems of an answer, of the message that it answers, and of the reply to it. */
function exchangeOf({ transcript, state, query }: RecallRequest, index: number): readonly ReadonlySet<string>[] {
  const read = stemsIn(query.cues.language)
  const sets = [read(transcript, index)]
  for (const beside of [index - 1, index + 1]) {
    const isSaid = beside >= state.systemEnd && beside < state.keys.length && state.roles[beside] === 'user'
    sets.push(isSaid && state.tokens[beside]! <= MAX_TOKENS ? read(transcript, beside) : NONE)
  }
  return sets
}

const NONE: ReadonlySet<string> = new Set()

const stemsIn = perLanguage((_file, language) =>
  perMessage((transcript, index) => stemsOf(saidIn(transcript, index), language)),
)

function matchOf(request: RecallRequest, index: number, { weights }: Asked): LongAnswer {
  const { beside } = request.policy.recall.sources.longAnswer
  const [own, question, reply] = exchangeOf(request, index)
  let match = 0
  let words = 0
  for (const [word, weight] of weights) {
    const share = own!.has(word) ? 1 : question!.has(word) ? beside.question : reply!.has(word) ? beside.reply : 0
    match += share * weight
    if (share) words++
  }
  return { index, match, words }
}

interface Line {
  readonly text: string
  readonly stems: ReadonlySet<string>
}

const answerLinesIn = perLanguage((_file, language) =>
  perMessage((transcript: Transcript, index: number): readonly Line[] =>
    shortLinesOf(withoutMarkup(saidIn(transcript, index)), WHOLE_LINE, languageAt(transcript, index)).map(
      ({ text }) => ({
        text,
        stems: stemsOf(text, language),
      }),
    ),
  ),
)

/**
 * The lines of an answer with the words of the question, and then those next to them: a reason follows its claim, and
 * items follow their heading. If none has such a word, the first lines. In order, without lines that a digest contains.
 */
function linesOf(
  request: RecallRequest,
  index: number,
  { asked, room }: { readonly asked: Asked; readonly room: number },
): string {
  const { transcript, query, count } = request
  const lines = answerLinesIn(query.cues.language)(transcript, index)
  const isSent = lines.map(({ text }) => isInDigest(request, index, text))
  const used = new Map<string, number>()
  const chosen = new Set<number>()
  let left = room - LINE_TOKENS
  const choose = (at: number): void => {
    const line = lines[at]
    if (!line || chosen.has(at)) return
    const cost = isSent[at] ? 0 : count(line.text) + 1
    if (cost > left) return
    left -= cost
    chosen.add(at)
    for (const each of line.stems) addCount(used, each)
  }
  const gainOf = (at: number): number =>
    sumOf(lines[at]!.stems, (each) => (asked.weights.get(each) ?? 0) / (1 + (used.get(each) ?? 0)))
  for (const { item, gain } of bestFirst({ count: lines.length, gainOf })) {
    if (gain <= 0) break
    choose(item)
  }
  const matching = [...chosen]
  if (!matching.length) matching.push(-1)
  for (let distance = 1; distance < lines.length && left > 0; distance++)
    for (const step of [distance, -distance]) for (const at of matching) choose(at + step)
  return [...chosen]
    .sort((a, b) => a - b)
    .filter((at) => !isSent[at])
    .map((at) => lines[at]!.text)
    .join(GAP)
}
