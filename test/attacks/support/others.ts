import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDialogue } from '../../harness/dialogue.ts'
import { percentile } from './percentile.ts'

/** Settings of the process that sends the other account's requests. */
export interface OthersSettings {
  readonly url: string
  readonly key: string
  readonly probes: readonly { name: string; path: string; body: string; everyMs: number }[]
}

/** Intervals in milliseconds that replace those of the settings, by the name of the probe. */
export type OthersPace = Readonly<Record<string, number>>

/** A message to that process. */
export type OthersOrder = 'begin' | 'end' | OthersPace

/** One request of another account, and its waiting time. */
export interface Wait {
  readonly name: string
  readonly ms: number
  readonly status: number
  readonly outcome: string
}

/** Waiting times of one kind of request during other work, in milliseconds. */
export interface Waits {
  readonly shortest: number
  readonly p99: number
  readonly longest: number
  readonly count: number
  readonly failed: number
  /** Share of the requests whose conversation was folded. */
  readonly folded: number
}

export interface Measured<Result> {
  readonly result: Result
  readonly small: Waits
  readonly middle: Waits
}

/** The requests of an account that does nothing special: small ones, and a conversation of 60 KB that is folded. */
export interface Others {
  /** Sends them during `work` and shortly afterwards. */
  during<Result>(work: () => Promise<Result>): Promise<Measured<Result>>
  stop(): Promise<unknown>
}

const SMALL_EVERY_MS = 15
const MIDDLE_EVERY_MS = 60
/** Minimum interval between requests of one kind, as a multiple of the time that one takes on an idle server. */
const SPACING = 3
/** Milliseconds that are also measured afterwards, since work that follows a response delays others too. */
const AFTERWARDS_MS = 250

export async function startOthers(url: string, key: string): Promise<Others> {
  const settings: OthersSettings = {
    url,
    key,
    probes: [
      { name: 'small', path: '/v1/chat/completions', body: small(), everyMs: SMALL_EVERY_MS },
      { name: 'middle', path: '/v1/chat/completions', body: middle(), everyMs: MIDDLE_EVERY_MS },
    ],
  }
  // A separate process, since the attacker's own one is busy with its bodies, which would count as waiting.
  const sender = fork(new URL('./others-process.ts', import.meta.url), [JSON.stringify(settings)], {
    execArgv: [],
    serialization: 'advanced',
  })
  const order = (message: OthersOrder) => sender.send(message)
  async function during<Result>(work: () => Promise<Result>): Promise<Measured<Result>> {
    order('begin')
    const result = await work()
    await sleep(AFTERWARDS_MS)
    order('end')
    const [all] = (await once(sender, 'message')) as [Wait[]]
    return { result, small: waitsOf(all, 'small'), middle: waitsOf(all, 'middle') }
  }
  function stop(): Promise<unknown> {
    const isStopped = once(sender, 'exit')
    sender.kill()
    return isStopped
  }
  // Connections and the conversation's first folds are made before the measurement.
  await during(() => sleep(1000))
  // On a slow machine, requests at the usual intervals would queue behind each other without any attack.
  const { middle: idle } = await during(() => sleep(500))
  const pace: OthersPace = { middle: Math.max(MIDDLE_EVERY_MS, Math.ceil(SPACING * idle.shortest)) }
  order(pace)
  return { during, stop }
}

function waitsOf(all: readonly Wait[], name: string): Waits {
  const own = all.filter((wait) => wait.name === name)
  const ms = own.map((wait) => wait.ms)
  return {
    shortest: Math.min(...ms),
    p99: Math.round(percentile(ms, 0.99)),
    longest: Math.round(Math.max(...ms)),
    count: own.length,
    failed: own.filter(({ status }) => status !== 200).length,
    folded: own.filter(({ outcome }) => /^(?:folded|recalled)/.test(outcome)).length / own.length,
  }
}

function small(): string {
  return JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'a word '.repeat(140) }] })
}

function middle(): string {
  const dialogue = createDialogue(7)
  const messages: object[] = []
  let length = 0
  for (let turn = 1; length < 60_000; turn++) {
    const [question, answer] = [dialogue.question(turn), dialogue.answer(turn)]
    messages.push({ role: 'user', content: question }, { role: 'assistant', content: answer })
    length += question.length + answer.length
  }
  messages.push({ role: 'user', content: 'And what is left to do?' })
  return JSON.stringify({ model: 'gpt-4o', messages })
}
