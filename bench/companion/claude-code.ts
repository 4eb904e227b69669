import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Answer } from '../../test/stand-in/scripted-answer.ts'
import { type StandIn, startStandIn } from '../../test/stand-in/start-stand-in.ts'
import { withClaudeCode } from '../claude-code/with-claude-code.ts'
import { SERVER_CASES, type ServerCase } from './claude-cases.ts'
import { answerTo, type ClaudeHome, callClaude, type Ended, talk } from './claude-session.ts'
import { installCompanion } from './install-companion.ts'

const HELP = `Usage: npm run test:companion-claude [-- --version <version> | --help]

Install Claude Code and the packed companion into a temporary folder, talk to a stand-in provider, and check that the
installed hooks add the view of a compacted conversation to the next request, in every state of the server. Needs no key.
The test is skipped if Claude Code cannot be installed from the npm registry.

  --version <version>   of Claude Code (default: latest)
  --help                this text
`

async function test(folder: string, command: string): Promise<number> {
  const { main: pleat } = await installCompanion(join(folder, 'companion'))
  const answer = (): Answer => ({ text: answerTo(provider.requests.length) })
  const provider: StandIn = await startStandIn({ answer })
  try {
    const project = join(folder, 'project')
    const home = join(folder, 'home')
    await mkdir(project)
    await mkdir(home)
    const claude = { command, home, project, provider }
    const session = await talk(claude)
    let failed = 0
    for (const [i, each] of SERVER_CASES.entries()) {
      const ownHome = join(folder, `home-${i}`)
      await cp(home, ownHome, { recursive: true })
      const problems = await tryCase(each, { ...claude, home: ownHome }, { session, pleat })
      if (problems.length > 0) failed++
      process.stdout.write(`${problems.length === 0 ? 'passed' : 'FAILED'}  ${each.name}\n`)
      for (const problem of problems) process.stdout.write(`        ${problem}\n`)
    }
    process.stdout.write(`${SERVER_CASES.length - failed} passed, ${failed} failed\n`)
    return failed === 0 ? 0 : 1
  } finally {
    await provider.close()
  }
}

/** Compacts the conversation, continues it twice, and returns the failed checks. */
async function tryCase(
  { by, start }: ServerCase,
  claude: ClaudeHome,
  { session, pleat }: { session: string; pleat: string },
): Promise<string[]> {
  const server = await start(claude.provider.url)
  try {
    const own = { ...claude, variables: server.variables }
    await promisify(execFile)(process.execPath, [pleat, 'install', 'claude-code'], { env: { HOME: claude.home } })
    const compacted = await callClaude(own, ['--resume', session, '/compact'])
    const next = await callClaude(own, ['--resume', session, 'What was the deadline again?'])
    const later = await callClaude(own, ['--resume', session, 'And the port?'])
    const problems: string[] = []
    const check = (isRight: boolean, problem: string): void => void (isRight || problems.push(problem))
    for (const [name, call] of Object.entries({ compacted, next, later })) {
      check(call.code === 0, `${name}: Claude Code ended with ${call.code} after ${call.ms} ms`)
    }
    check(compacted.ms < 20_000, `the compaction took ${compacted.ms} ms`)
    check(compacted.requests.length > 0, 'nothing was compacted')
    for (const [name, call] of Object.entries({ next, later })) problems.push(...viewProblems(name, call))
    const view = await storedView(claude.home)
    check(view?.by === by, `the view was made by ${view?.by ?? 'nobody'} and not by ${by}`)
    check((view?.text.length ?? 0) <= 10_000, 'the view is too long')
    return problems
  } finally {
    await server.close()
  }
}

/** Problems of the last request of a call, which must contain the view once, with the facts of the conversation. */
function viewProblems(name: string, { requests }: Ended): string[] {
  const request = requests.at(-1) ?? ''
  const times = request.split('[pleat-view ').length - 1
  const missing = ['4173', 'granite-07', 'E1107', '21 March 2027'].filter((fact) => !request.includes(fact))
  return [
    ...(times === 1 ? [] : [`${name}: the request contains the view ${times} times`]),
    ...(missing.length === 0 ? [] : [`${name}: the request lacks ${missing.join(', ')}`]),
  ]
}

async function storedView(home: string): Promise<{ by: string; text: string } | undefined> {
  const folder = join(home, '.local', 'state', 'pleat', 'views')
  const [name] = await readdir(folder).catch(() => [])
  return name === undefined ? undefined : JSON.parse(await readFile(join(folder, name), 'utf8'))
}

process.exitCode = await withClaudeCode({ help: HELP, test })
