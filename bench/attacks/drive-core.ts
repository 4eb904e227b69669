import {
  countRequest,
  createMessageMemo,
  createPartCounter,
  createTokenMemo,
  encodingOf,
  enhance,
  type FoldState,
  findProblem,
  fold,
  observeInSteps,
  readRequest,
  type StaticVectors,
  splice,
  tokenProfileOf,
  transcriptOf,
} from '@pleat/core'
import { shortSha256 } from '../../packages/server/src/adapters/sha256.ts'
import type { Message } from './shapes.ts'

/** A step of the core and the CPU milliseconds of this thread that it used. */
export interface Stage {
  readonly name: string
  readonly ms: number
}

/** CPU time of this thread, since the machine may be busy with something else. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const NEXT: readonly Message[] = [
  { role: 'assistant', content: 'The quietest is harbour 3.' },
  { role: 'user', content: 'And the second of the list?' },
]

/** Runs every step of the core on messages, and again for the next turn with the state of the first. */
export function* driveCore(messages: readonly Message[], vectors: StaticVectors): Generator<Stage, void, void> {
  const memo = createMessageMemo(64_000_000)
  const counter = createPartCounter(encodingOf('o200k'), createTokenMemo(64_000_000), shortSha256)
  const count = (text: string) => encodingOf('o200k').count(text)
  let state: FoldState | undefined
  for (const [turn, all] of [messages, [...messages, ...NEXT]].entries()) {
    const label = turn ? 'next ' : ''
    const body = JSON.stringify({ model: 'gpt-4o', messages: all })
    let start = cpuMs()
    const stage = (name: string): Stage => {
      const ms = cpuMs() - start
      start = cpuMs()
      return { name: label + name, ms }
    }
    const view = readRequest(body, 'openai-chat', { hash: shortSha256, memo })
    yield stage('read')
    if (view.kind !== 'conversation' || view.conversation.bypass !== undefined) continue
    const { conversation } = view
    countRequest(conversation, tokenProfileOf('gpt-4o', 'openai-chat'), counter)
    yield stage('count')
    const transcript = transcriptOf(conversation, (message) => counter.countMessage(conversation, message))
    const result = fold({ transcript, state, count, vectors })
    state = result.state
    yield stage('fold')
    for (const _ of observeInSteps({ transcript, state, count, vectors }));
    yield stage('cloud')
    const text = splice(conversation, result.edits)
    yield stage('splice')
    const problem = findProblem('openai-chat', text)
    if (problem) throw new Error(problem)
    yield stage('check')
  }
  yield* driveTranscript(messages, count)
}

function* driveTranscript(messages: readonly Message[], count: (text: string) => number): Generator<Stage, void, void> {
  const said = messages.map(({ role, content }) => {
    return { role: role === 'user' ? ('user' as const) : ('assistant' as const), content: textOf(content) }
  })
  const start = cpuMs()
  enhance({ messages: said, mode: 'balanced', count })
  yield { name: 'tul1', ms: cpuMs() - start }
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content ?? '')
}
