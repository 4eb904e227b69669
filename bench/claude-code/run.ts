import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { playSession } from './play-session.ts'
import { projectFiles, sessionsIn } from './sessions.ts'
import { withClaudeCode } from './with-claude-code.ts'

const HELP = `Usage: npm run test:claude-code [-- --version <version> | --help]

Install Claude Code into a temporary folder, play scripted sessions with it through Pleat, and check that it gets its
answers, that its tools run and that no request is refused. Needs no key. The test is skipped if the package cannot be
installed from the npm registry.

  --version <version>   of Claude Code (default: latest)
  --help                this text
`

async function test(folder: string, command: string): Promise<number> {
  const project = join(folder, 'project')
  const home = join(folder, 'home')
  await mkdir(project)
  await mkdir(home)
  for (const [name, text] of Object.entries(projectFiles())) await writeFile(join(project, name), text)
  let failed = 0
  const sessions = sessionsIn(project)
  for (const session of sessions) {
    const played = await playSession(session, { command, project, home })
    const { problems, requests, savedPercent } = played
    if (problems.length > 0) failed++
    process.stdout.write(`${problems.length === 0 ? 'passed' : 'FAILED'}  ${session.name}`)
    process.stdout.write(` (${requests} requests, ${savedPercent} % of the last one saved)\n`)
    for (const problem of problems) process.stdout.write(`        ${problem}\n`)
  }
  process.stdout.write(`${sessions.length - failed} passed, ${failed} failed\n`)
  return failed === 0 ? 0 : 1
}

process.exitCode = await withClaudeCode({ help: HELP, test })
