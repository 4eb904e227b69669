import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { killGroup, type StartedServer, waitForStart } from '../harness/child-server.ts'
import { STAND_IN_KEYS } from '../stand-in/credentials.ts'

const MAX_MS = 10 * 60_000

/** A machine with git, npm and a version of Node, and nothing of this project. */
export interface Machine {
  readonly folder: string
  /** Runs a program to its end; the result is its standard output. Rejects if it fails. */
  run(cwd: string, program: string, ...argv: string[]): Promise<string>
  /** Runs lines in a shell, as if they were pasted. Rejects if the last command fails. */
  paste(cwd: string, lines: string): Promise<string>
  /** Starts a server in front of the stand-in at `providerUrl`; it ends with `stop`, at the latest. */
  serve(cwd: string, providerUrl: string, command: readonly string[]): Promise<StartedServer & { child: ChildProcess }>
  /** Ends all started processes that still run. */
  stop(): void
}

/** @param isFresh true for an empty npm cache instead of this user's. */
export function openMachine({ isFresh }: { isFresh: boolean }): Machine {
  const folder = mkdtempSync(join(tmpdir(), 'pleat-newcomer-'))
  const home = join(folder, 'home')
  mkdirSync(home)
  const cache = isFresh
    ? join(folder, 'npm-cache')
    : execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
  // A newcomer does not have the Node of this checkout.
  const path = (process.env.PATH ?? '').split(delimiter).filter((each) => !each.includes('node_modules'))
  const variables = {
    HOME: home,
    PATH: path.join(delimiter),
    npm_config_cache: cache,
    npm_config_prefer_offline: 'true',
    npm_config_update_notifier: 'false',
  }
  const children: ChildProcess[] = []
  const run = async (cwd: string, program: string, ...argv: string[]): Promise<string> => {
    const options = { cwd, env: variables, timeout: MAX_MS, maxBuffer: 64 * 1024 * 1024 }
    return (await promisify(execFile)(program, argv, options)).stdout
  }
  return {
    folder,
    run,
    paste: (cwd, lines) => run(cwd, 'sh', '-c', lines),
    async serve(cwd, providerUrl, [program = '', ...argv]) {
      const settings = {
        PLEAT_PORT: '0',
        PLEAT_OPENAI_URL: `${providerUrl}/v1`,
        PLEAT_ANTHROPIC_URL: providerUrl,
        OPENAI_API_KEY: STAND_IN_KEYS.openai,
        ANTHROPIC_API_KEY: STAND_IN_KEYS.anthropic,
      }
      const child = spawn(program, argv, {
        cwd,
        detached: true,
        env: { ...variables, ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      children.push(child)
      return { ...(await waitForStart(child)), child }
    },
    stop: () => {
      for (const child of children) killGroup(child)
    },
  }
}
