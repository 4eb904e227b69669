import { spawn } from 'node:child_process'
import { startPleat } from '../../test/harness/start-pleat.ts'
import { endOf } from '../end-of.ts'
import type { Agent } from './agent-calls.ts'

const LONGEST_MS = 60_000

/** Runs an agent once with "pleat run" through a server, and returns the reason of a failure. */
export async function tryRun(agent: Agent, pleat: string, argv: readonly string[]): Promise<string | undefined> {
  const server = await startPleat({ providerUrl: agent.provider.url })
  try {
    const before = server.requestLines().length
    const child = spawn(process.execPath, [pleat, 'run', '--', agent.command, ...argv], {
      cwd: agent.project,
      env: { PATH: process.env.PATH, ...agent.variables, PLEAT_SERVER: server.url, PLEAT_KEY: server.key },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
    const { code } = await endOf(child, { timeoutMs: LONGEST_MS, signal: 'SIGTERM' })
    if (code !== 0) return `"pleat run" ended with ${code}`
    if (server.requestLines().length === before) return '"pleat run" sent no request through the server'
    return /^pleat: saved [\d,]+ of [\d,]+ input tokens \(\d+ %\) in \d+ requests?$/m.test(said)
      ? undefined
      : '"pleat run" printed no savings'
  } finally {
    await server.close()
  }
}
