import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { playSession } from './play-session.ts'
import { projectFiles, sessionsIn } from './sessions.ts'
import { withClaudeCode } from './with-claude-code.ts'

const HELP = `Usage: npm run test:claude-code [-- --version <version> | --help]

Installs Claude Code into a temporary folder, lets it work on scripted sessions through Pleat, and checks that it gets
its answers, that its tools run and that no request is refused. No key is needed; the package comes from the registry,
and without it the test is skipped.

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
