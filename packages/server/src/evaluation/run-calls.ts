import type { AnswersFile, KeptAnswer } from './answers-file.ts'
import { askModel, type EvalTarget, FailedRequest, SetupError } from './ask-model.ts'
import {
  answerCall,
  comparedOf,
  type EvalCall,
  type Judge,
  judgeCall,
  startsWithFolded,
  type Variant,
} from './eval-calls.ts'
import type { EvalPoint } from './eval-point.ts'
import { type Preference, readPreference } from './judge-prompt.ts'

/** The verdict of the judge. `split`: the preference changed with the order of the answers. */
export type Verdict = 'folded' | 'full' | 'same' | 'split' | 'unreadable'

/** A point with its answers and verdict. */
export interface AskedPoint {
  readonly point: EvalPoint
  readonly answers: Readonly<Record<'full' | 'folded', KeptAnswer>> & { readonly control?: KeptAnswer | undefined }
  /** Undefined without a judge. */
  readonly verdict: Verdict | undefined
}

export interface RunOptions {
  readonly variants: readonly Variant[]
  readonly judge: Judge | undefined
  readonly target: EvalTarget
  readonly answers: AnswersFile
  /** Concurrent requests. */
  readonly concurrency: number
  /** Called after each call. `answer` is undefined after a failure; `isNew` is false for a stored answer. */
  onCall(done: { readonly call: EvalCall; readonly answer: KeptAnswer | undefined; readonly isNew: boolean }): void
}

export interface RunResult {
  readonly asked: readonly AskedPoint[]
  /** Number of failed points by reason. Contains no text of a conversation. */
  readonly failures: ReadonlyMap<string, number>
  /** The message of the first failure. It may quote a conversation. */
  readonly firstFailure: string | undefined
}

/**
 * Asks every point in every variant, and the judge about the answers. Failed points are left out and counted.
 * @throws {SetupError} at the first one; no further point is asked.
 */
export async function runCalls(points: readonly EvalPoint[], options: RunOptions): Promise<RunResult> {
  const asked: (AskedPoint | undefined)[] = points.map(() => undefined)
  const failures = new Map<string, number>()
  let firstFailure: string | undefined
  const waiting = [...points.entries()]
  let isStopped = false
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next && !isStopped; next = waiting.shift()) {
      try {
        asked[next[0]] = await askPoint(next[1], options)
      } catch (error) {
        isStopped ||= error instanceof SetupError
        if (isStopped) throw error
        const { name, message } = error as Error
        const reason = error instanceof FailedRequest ? error.reason : name
        failures.set(reason, (failures.get(reason) ?? 0) + 1)
        firstFailure ??= message
      }
    }
  }
  await Promise.all(Array.from({ length: options.concurrency }, work))
  return { asked: asked.filter((point) => point !== undefined), failures, firstFailure }
}

/** Number of calls per point. */
export function callsOf({ variants, judge }: Pick<RunOptions, 'variants' | 'judge'>): number {
  return variants.length + (judge ? 2 : 0)
}

async function askPoint(point: EvalPoint, options: RunOptions): Promise<AskedPoint> {
  const answers: Partial<Record<Variant, KeptAnswer>> = {}
  for (const variant of options.variants) answers[variant] = await ask(answerCall(point, variant), options)
  const { full, folded, control } = answers as Record<Variant, KeptAnswer>
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

/** Asks the judge in both orders, so that a preference for the first or the second answer cancels out. */
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
