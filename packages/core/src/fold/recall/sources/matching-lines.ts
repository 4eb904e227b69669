import { bestFirst } from '../../../best-first.ts'
import { addCount, occurrencesOf } from '../../../maps.ts'
import { sumOf } from '../../../sum.ts'
import type { Policy } from '../../policy.ts'
import type { Source } from '../../source.ts'
import { saidIn } from '../../transcript.ts'
import { containsWhole } from '../contains-whole.ts'
import { isInDigest } from '../in-digest.ts'
import { type Allocation, LINE_TOKENS, type Proposal, type RecallRequest, type RecallSource } from '../recall-source.ts'
import { asksForFacts } from '../wishes.ts'
import { stemsOf } from '../word-stems.ts'
import { linesOf, type ReadLine } from './read-lines.ts'
import { isRecalledRecord } from './recalled-record.ts'
import { isRestated } from './restated-line.ts'
import { toolRecords } from './tool-records.ts'

/**
 * Lines of the folded messages that a short question asks for and that no digest contains. What people said is left to
 * the ranked messages if those are wanted and have room. Lines of tool output have no other way into a recall. Words
 * are compared by their stems in the language of the question.
 */
export const matchingLines: RecallSource = { value: 0.3, propose }

function* propose(request: RecallRequest, allocation: Allocation): Generator<Proposal> {
  const { state, query, features, demand, policy, count } = request
  const { substance, historyTokens, leastKnown, leastMatch, mostTokens } = policy.recall.sources.matchingLines
  const { cues } = query
  // In a long history, the words of people match by chance. The ranked messages may have enough room.
  const isOutputOnly = state.historyTokens > historyTokens || (demand.isWanted && demand.room > 2 * mostTokens)
  if (isOutputOnly && state.toolMessages === 0) return
  if (!asksForFacts(query.cues, features, policy.recall) || features.substance > substance) return
  const asked = stemsOf(query.text, query.cues.language)
  const read = linesOf(request, isOutputOnly)
  const { times, weights, known } = weigh(asked, read)
  const told = toldOnly(request, times, read)
  if (known < leastKnown.ofTools && !told.size) return
  const lines = known < leastKnown.ofPeople ? read.filter(({ isOfTool }) => isOfTool) : read
  let left = Math.min(mostTokens, allocation.left)
  /** The number of sent lines that contain each word. */
  const sent = new Map<string, number>()
  const chosen: number[] = []
  const shapes = new Set<string>()
  const records = allocation.of(toolRecords)
  const isKnown = (line: ReadLine): boolean =>
    isHeld(request, line) || (line.isOfTool && isRecalledRecord(request.transcript, line, records))
  const isMatch = known >= leastKnown.ofTools
  const wanted = { weights: isMatch ? weights : NO_WEIGHTS, told, sent, asksAmount: cues.has('askAmount') }
  const choice = bestFirst({ count: lines.length, gainOf: (at) => matchOf(lines[at]!, wanted, policy) })
  for (const { item, gain } of choice) {
    if (gain < leastMatch) break
    const line = lines[item]!
    if (shapes.has(shapeOf(line)) || isRestated(line, read)) continue
    const isSent = (!line.isOfTool && allocation.holds(line.index)) || isKnown(line)
    const tokens = isSent ? 0 : count(line.text) + LINE_TOKENS
    if (tokens > left) continue
    left -= tokens
    for (const each of line.stems) addCount(sent, each)
    chosen.push(item)
    if (line.isOfTool) shapes.add(shapeOf(line))
    if (!isSent) yield asProposal(line, tokens)
  }
  for (const line of besideOutput(lines, chosen)) {
    if (shapes.has(shapeOf(line)) || isRestated(line, read) || isKnown(line)) continue
    shapes.add(shapeOf(line))
    const tokens = count(line.text) + LINE_TOKENS
    if (tokens > left) continue
    left -= tokens
    yield asProposal(line, tokens)
  }
}

function asProposal({ index, text, isOfTool }: ReadLine, tokens: number): Proposal {
  return { index, text, tokens, isPart: true, isOfTool }
}

/**
 * The lines next to chosen lines of tool output, the following ones first: the chosen line may be a heading, a name or
 * a comment, with the answer after it. `lines` contains those of a message in reverse order.
 */
function besideOutput(lines: readonly ReadLine[], chosen: readonly number[]): ReadonlySet<ReadLine> {
  const beside = new Set<ReadLine>()
  for (const step of [-1, 1]) {
    for (const at of chosen) {
      const [line, next] = [lines[at]!, lines[at + step]]
      if (line.isOfTool && next?.isOfTool && next.index === line.index) beside.add(next)
    }
  }
  for (const at of chosen) beside.delete(lines[at]!)
  return beside
}

/**
 * The number of lines with each word of the question, the weight of the word as a share of the total, and the sum of
 * the weights of the words that occur in some line.
 */
function weigh(asked: ReadonlySet<string>, lines: readonly ReadLine[]) {
  const times = occurrencesOf(lines.flatMap(({ stems }) => [...stems].filter((each) => asked.has(each))))
  const informations = [...asked].map((each) => [each, Math.log(1 + lines.length / (times.get(each) ?? 1))] as const)
  const all = sumOf(informations, ([, weight]) => weight)
  const weights = new Map(informations.flatMap(([each, weight]) => (times.has(each) ? [[each, weight / all]] : [])))
  return { times, weights, known: sumOf(weights.values(), (weight) => weight) }
}

const NO_WEIGHTS: ReadonlyMap<string, number> = new Map()

/**
 * Limits of the algorithm for a word of tool output alone: lines that contain it, its least characters, and characters
 * of the text in sight that is searched for it.
 */
const MAX_TOLD = { lines: 2, leastCharacters: 4, sight: 256 * 1024 }

/**
 * Words of the question that only one or two lines of tool output contain, and that nothing in sight contains. The question can
 * only be about these lines.
 */
function toldOnly(
  { transcript, state }: RecallRequest,
  times: ReadonlyMap<string, number>,
  lines: readonly ReadLine[],
): ReadonlySet<string> {
  const rare = [...times].flatMap(([each, number]) =>
    number <= MAX_TOLD.lines && each.length >= MAX_TOLD.leastCharacters ? [each] : [],
  )
  if (!rare.length) return new Set()
  const tail = state.keys.slice(state.boundary).map((_, place) => saidIn(transcript, state.boundary + place))
  const texts = [...state.digests.map(({ text }) => text), ...tail]
  if (sumOf(texts, ({ length }) => length) > MAX_TOLD.sight) return new Set()
  const sight = texts.join('\n').toLowerCase()
  const isOfTool = (each: string): boolean => lines.every(({ stems, isOfTool }) => isOfTool || !stems.has(each))
  return new Set(rare.filter((each) => isOfTool(each) && !sight.includes(each)))
}

interface Wanted {
  readonly weights: ReadonlyMap<string, number>
  /** See `toldOnly`. */
  readonly told: ReadonlySet<string>
  readonly sent: ReadonlyMap<string, number>
  readonly asksAmount: boolean
}

/**
 * Gain of a line beyond the sent ones. A word counts less, the more sent lines contain it. A line of tool output must
 * itself contain a word of the question, since one output covers many things. A line without a number counts less if
 * the question asks for an amount.
 */
function matchOf({ stems, beside, isOfTool, hasNumber }: ReadLine, wanted: Wanted, { recall }: Policy): number {
  const { weights, told, sent, asksAmount } = wanted
  const { besideShare, noNumberShare, leastMatch } = recall.sources.matchingLines
  let match = [...told].some((each) => stems.has(each) && !sent.has(each)) ? leastMatch : 0
  let isNamed = !isOfTool || match > 0
  for (const [each, weight] of weights) {
    const isOwn = stems.has(each)
    if (isOwn) isNamed = true
    const share = isOwn ? 1 : beside.has(each) ? besideShare : 0
    if (share) match += (share * weight) / (1 + (sent.get(each) ?? 0))
  }
  if (!isNamed) return 0
  return asksAmount && !hasNumber ? noNumberShare * match : match
}

/** The text of a line without its figures: lines of a log that repeat an event share it. */
function shapeOf({ text }: ReadLine): string {
  return text.replace(/\p{Nd}+/gu, '0')
}

/** True if a digest contains the line, or an earlier recall the tool output. */
function isHeld(source: Source, { text, index, isOfTool }: ReadLine): boolean {
  const { state } = source
  if (isOfTool) return [...state.digests, ...state.recalls].some((each) => containsWhole(each.text, text))
  return isInDigest(source, index, text)
}
