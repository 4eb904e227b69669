import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installClaudeCode } from './install-claude-code.ts'
import { playSession } from './play-session.ts'
import { projectFiles, sessionsIn } from './sessions.ts'

const HELP = `Usage: npm run test:claude-code [-- --version <version> | --help]

Installs Claude Code into a temporary folder, lets it work on scripted sessions through Pleat, and checks that it gets
its answers, that its tools run and that no request is refused. No key is needed; the package comes from the registry,
and without it the test is skipped.

  --version <version>   of Claude Code (default: latest)
  --help                this text
`

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { version: { type: 'string' }, help: { type: 'boolean', short: 'h' } } })
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const folder = await mkdtemp(join(tmpdir(), 'pleat-claude-code-'))
  try {
    return await test(folder, values.version)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function test(folder: string, version: string | undefined): Promise<number> {
  const installation = await installClaudeCode(folder, version)
  if (installation.kind === 'missing') {
    process.stdout.write(`skipped: Claude Code cannot be installed here: ${installation.reason}\n`)
    process.stdout.write('0 passed, 0 failed, 1 skipped\n')
    return 0
  }
  process.stdout.write(`${installation.version}\n`)
  const project = join(folder, 'project')
  const home = join(folder, 'home')
  await mkdir(project)
  await mkdir(home)
  for (const [name, text] of Object.entries(projectFiles())) await writeFile(join(project, name), text)
  let failed = 0
  const sessions = sessionsIn(project)
  for (const session of sessions) {
    const played = await playSession(session, { command: installation.command, project, home })
    const { problems, requests, savedPercent } = played
    if (problems.length > 0) failed++
    process.stdout.write(`${problems.length === 0 ? 'passed' : 'FAILED'}  ${session.name}`)
    process.stdout.write(` (${requests} requests, ${savedPercent} % of the last one saved)\n`)
    for (const problem of problems) process.stdout.write(`        ${problem}\n`)
  }
  process.stdout.write(`${sessions.length - failed} passed, ${failed} failed\n`)
  return failed === 0 ? 0 : 1
}

process.exitCode = await main()
