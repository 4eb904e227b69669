import type { AnswersFile, KeptAnswer } from './answers-file.ts'
import { askModel, type EvalTarget, WrongSetup } from './ask-model.ts'
import {
  answerCall,
  comparedOf,
  type EvalCall,
  type Judge,
  judgeCall,
  startsWithFolded,
  type Way,
} from './eval-calls.ts'
import type { EvalPoint } from './eval-point.ts'
import { type Preference, readPreference } from './judge-prompt.ts'

/** What the judge prefers. `split`: it changed its mind with the order of the answers. */
export type Verdict = 'folded' | 'full' | 'same' | 'split' | 'unreadable'

/** A point with its answers. */
export interface AskedPoint {
  readonly point: EvalPoint
  readonly answers: Readonly<Record<'full' | 'folded', KeptAnswer>> & { readonly control?: KeptAnswer | undefined }
  /** Undefined where there is no judge. */
  readonly verdict: Verdict | undefined
}

export interface RunOptions {
  readonly ways: readonly Way[]
  readonly judge: Judge | undefined
  readonly target: EvalTarget
  readonly answers: AnswersFile
  /** Requests at a time. */
  readonly concurrency: number
  /** Called after each call, whether it was asked now (`answer`), kept from an earlier run, or failed. */
  onCall(done: { readonly call: EvalCall; readonly answer: KeptAnswer | undefined; readonly isNew: boolean }): void
}

export interface RunResult {
  readonly asked: readonly AskedPoint[]
  /** Why points could not be asked, each reason once. */
  readonly failures: ReadonlyMap<string, number>
}

/**
 * Asks every point in every way, and the judge about the answers. A point that fails is left out and counted.
 * @throws {WrongSetup} at once.
 */
export async function runCalls(points: readonly EvalPoint[], options: RunOptions): Promise<RunResult> {
  const asked: (AskedPoint | undefined)[] = points.map(() => undefined)
  const failures = new Map<string, number>()
  const waiting = [...points.entries()]
  let isStopped = false
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next && !isStopped; next = waiting.shift()) {
      try {
        asked[next[0]] = await askPoint(next[1], options)
      } catch (error) {
        isStopped ||= error instanceof WrongSetup
        if (isStopped) throw error
        const { message } = error as Error
        failures.set(message, (failures.get(message) ?? 0) + 1)
      }
    }
  }
  await Promise.all(Array.from({ length: options.concurrency }, work))
  return { asked: asked.filter((point) => point !== undefined), failures }
}

/** How many calls a point takes. */
export function callsOf({ ways, judge }: Pick<RunOptions, 'ways' | 'judge'>): number {
  return ways.length + (judge ? 2 : 0)
}

async function askPoint(point: EvalPoint, options: RunOptions): Promise<AskedPoint> {
  const answers: Partial<Record<Way, KeptAnswer>> = {}
  for (const way of options.ways) answers[way] = await ask(answerCall(point, way), options)
  const { full, folded, control } = answers as Record<Way, KeptAnswer>
  const verdict = options.judge && (await judgeBoth(point, options.judge, { full, folded }, options))
  return { point, answers: { full, folded, control }, verdict }
}

async function ask(call: EvalCall, { answers, target, onCall }: RunOptions): Promise<KeptAnswer> {
  const kept = answers.find(call.key)
  try {
    const answer = kept ?? (await askModel(target, call))
    if (!kept) answers.add(call.key, answer)
    onCall({ call, answer, isNew: !kept })
    return answer
  } catch (error) {
    onCall({ call, answer: undefined, isNew: true })
    throw error
  }
}

/** Asks in both directions, so that a preference for the first or the second place cancels out. */
async function judgeBoth(
  point: EvalPoint,
  judge: Judge,
  answers: Readonly<Record<'full' | 'folded', KeptAnswer>>,
  options: RunOptions,
): Promise<Verdict> {
  const { full, folded } = answers
  if (full.text === folded.text) return 'same'
  const foldedFirst = { answerA: folded.text, answerB: full.text }
  const fullFirst = { answerA: full.text, answerB: folded.text }
  const prefer = async (isFoldedFirst: boolean) => {
    const compared = comparedOf(point, judge, isFoldedFirst ? foldedFirst : fullFirst)
    const { text } = await ask(judgeCall(judge, compared), options)
    return preferred(readPreference(text), isFoldedFirst)
  }
  const first = startsWithFolded(point)
  return verdictOf(await prefer(first), await prefer(!first))
}

type Preferred = 'folded' | 'full' | 'same' | undefined

function preferred(preference: Preference | undefined, isFoldedFirst: boolean): Preferred {
  if (preference === undefined || preference === 'same') return preference
  return (preference === 'A') === isFoldedFirst ? 'folded' : 'full'
}

function verdictOf(one: Preferred, other: Preferred): Verdict {
  if (one === undefined || other === undefined) return 'unreadable'
  return one === other ? one : 'split'
}
