import { encodingOf } from '../../packages/core/src/tokens/encoding.ts'
import { enhance } from '../../packages/core/src/tul1/enhance.ts'
import { keepByLexRank, keepByRank, keepLeading, keepStart } from './baselines.ts'
import type { RankedText } from './lexrank-package.ts'
import { type Conversation, conversationsOf, loadScorer, type Scored, type Scorer } from './score.ts'
import { sentencesOf } from './sentence.ts'
import { METHODS, type Method, type ViewSet } from './view-sets.ts'

/** Measurements of one set. */
export interface ViewFigures {
  readonly set: ViewSet
  readonly conversations: number
  readonly turns: number
  /** Share of the tokens of the compressed messages that the view saves. */
  readonly saved: number
  /** Share of the gold evidence in view and raw tail, for sets with questions. */
  readonly evidence: Partial<Record<Method, number>>
  /** The same with every number and every negation. */
  readonly strict: Partial<Record<Method, number>>
}

/** Ranks by an optional package. */
export type PackageRank = ((text: string) => RankedText) | undefined

const { count } = encodingOf('o200k')

/** The methods to compare a view with. */
export interface OtherMethods {
  /** LexRank takes longer than the views themselves. */
  readonly hasLexRank: boolean
  readonly packageRank?: PackageRank
}

/** Measures the view of every conversation of the available sets, and the other methods at its length. */
export async function measureViews(sets: readonly ViewSet[], methods: OtherMethods): Promise<ViewFigures[]> {
  const scorer = await loadScorer()
  return sets.flatMap((set) => {
    const conversations = conversationsOf(set.name)
    return conversations ? [figuresOf(set, conversations, { scorer, methods })] : []
  })
}

function figuresOf(
  set: ViewSet,
  conversations: readonly Conversation[],
  tools: { readonly scorer: Scorer | undefined; readonly methods: OtherMethods },
): ViewFigures {
  const scores = new Map<Method, Scored[]>()
  let before = 0
  let after = 0
  let turns = 0
  for (const conversation of conversations) {
    const { messages } = conversation
    const { serviceMd, rawTail, compressedTurns } = enhance({ messages, mode: 'balanced', count })
    const contents = messages.slice(0, compressedTurns).map(({ content }) => content)
    turns += compressedTurns
    after += count(serviceMd)
    for (const content of contents) before += count(content)
    if (!tools.scorer || !conversation.qa.some(({ evidence }) => evidence?.length)) continue
    const tail = rawTail.map(({ content }) => content).join('\n')
    for (const [method, text] of textsOf(serviceMd, contents, tools.methods)) {
      const scored = tools.scorer(conversation, `${text}\n${tail}`)
      scores.set(method, [...(scores.get(method) ?? []), ...scored])
    }
  }
  const means = (of: keyof Scored): Partial<Record<Method, number>> =>
    Object.fromEntries(
      METHODS.flatMap((method) => {
        const scored = scores.get(method)
        return scored ? [[method, mean(scored.map((each) => each[of]))]] : []
      }),
    )
  const saved = round(1 - after / before)
  return {
    set,
    conversations: conversations.length,
    turns,
    saved,
    evidence: means('evidence'),
    strict: means('strict'),
  }
}

/** The text that each method keeps, with as many tokens as the view. */
function textsOf(
  view: string,
  contents: readonly string[],
  { hasLexRank, packageRank }: OtherMethods,
): [Method, string][] {
  const room = count(view)
  const sentences = sentencesOf(contents, count)
  const texts: [Method, string][] = [
    ['view', view],
    ['leading', keepLeading(sentences, room)],
    ['start', keepStart(sentences, room)],
  ]
  if (hasLexRank) texts.push(['lexRank', keepByLexRank(sentences, room)])
  if (packageRank) texts.push(['lexRankPackage', keepByRank(packageRank(contents.join('\n')), room, count)])
  return texts
}

function mean(values: readonly number[]): number {
  return round(values.reduce((sum, value) => sum + value, 0) / values.length)
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
