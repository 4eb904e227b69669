import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { endOf } from '../end-of.ts'

/** A stand-in provider. */
export interface Provider {
  /** Base address without `/v1`. */
  readonly url: string
  /** Requests so far. */
  readonly requests: readonly { readonly body: Buffer }[]
  close(): Promise<void>
}

/** Counts the views of a conversation in the body of a request. */
export function timesOfView(body: string): number {
  return body.split('[pleat-view ').length - 1
}

/** An agent with its own home folder that sends its requests to the stand-in provider. */
export interface Agent {
  readonly command: string
  readonly project: string
  readonly provider: Provider
  readonly variables: Readonly<Record<string, string>>
}

const TYPED = [
  'We build a shop. It must listen on port 4173 and never on 8080. The deadline is 14 March 2027.',
  'The build server is called granite-07. Never restart it without asking Priya first.',
  'Order 88213 failed with error E1107 after 31 seconds. What could be the cause of that?',
  'Which tests are still missing?',
]

/** Sends four messages, and a tool call with each. `first`: the arguments of the first call; `next`: of later ones. */
export async function sayAll(agent: Agent, first: readonly string[], next: readonly string[]): Promise<void> {
  for (const [i, text] of TYPED.entries()) await callAgent(agent, [...(i === 0 ? first : next), text])
}

/** Calls an agent once and returns the bodies of its requests as text. */
export async function callAgent(agent: Agent, argv: readonly string[]): Promise<string[]> {
  const before = agent.provider.requests.length
  const child = startAgent(agent, argv)
  const { code } = await endOf(child, { timeoutMs: 60_000 })
  if (code !== 0) throw new Error(`it ended with ${code}`)
  return agent.provider.requests.slice(before).map(({ body }) => body.toString('utf8'))
}

/** Starts an agent without waiting for it. */
export function startAgent({ command, project, variables }: Agent, argv: readonly string[]): ChildProcess {
  const env = { PATH: process.env.PATH, ...variables }
  return spawn(command, argv, { cwd: project, env, stdio: 'ignore' })
}

/** Repeats a request until a newly started server answers. */
export async function fetchWhenUp(url: string): Promise<Response> {
  for (let tries = 0; ; tries++) {
    try {
      // A starting server may accept a request and never answer it.
      return await fetch(url, { signal: AbortSignal.timeout(3_000) })
    } catch (error) {
      if (tries === 20) throw error
      await sleep(200)
    }
  }
}
