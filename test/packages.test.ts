import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { killGroup, waitForStart } from './harness/child-server.ts'
import { createDialogue, reference } from './harness/dialogue.ts'
import { type InstalledPackages, installPackages } from './harness/install-packages.ts'
import { answerFrom, play } from './harness/play.ts'
import { variablesFor } from './harness/start-pleat.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

/** The packages as users install them: packed, installed into an empty folder, run with npx. */

const dialogue = createDialogue(29)
let folder = ''
let installed: InstalledPackages | undefined
let standIn: StandIn
let server: ChildProcess | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pleat-packages-'))
  standIn = await startStandIn({ answer: answerFrom(dialogue) })
  installed = await installPackages(folder)
}, 90_000)
afterAll(async () => {
  if (server) killGroup(server)
  await standIn.close()
  await rm(folder, { recursive: true, force: true })
})

function installedOrSkip(skip: (note: string) => void): InstalledPackages {
  if (!installed) skip('npm cannot install offline: its cache lacks a dependency. Run "npm ci" first.')
  return installed!
}

function transcriptOf(turns: number): object[] {
  return Array.from({ length: turns }, (_, turn) => [
    { role: 'user', content: dialogue.question(turn + 1) },
    { role: 'assistant', content: dialogue.answer(turn + 1) },
  ]).flat()
}

async function npx({ folder: cwd, variables }: InstalledPackages, ...argv: string[]): Promise<string> {
  return (await promisify(execFile)('npx', argv, { cwd, env: variables })).stdout
}

describe('the installed packages', () => {
  test('print the help of both commands, compress a transcript, and run the demo', async ({ skip }) => {
    const app = installedOrSkip(skip)
    const transcript = join(folder, 'talk.json')
    await writeFile(transcript, JSON.stringify(transcriptOf(12)))
    const [serverHelp, companionHelp, view, demo] = await Promise.all([
      npx(app, 'pleat-server', '--help'),
      npx(app, 'pleat', '--help'),
      npx(app, 'pleat', 'compress', transcript),
      npx(app, 'pleat-server', 'demo', '--json'),
    ])
    expect(serverHelp).toContain('Usage: pleat-server')
    expect(companionHelp).toContain('Usage: pleat ')
    expect(view).toContain(reference(1))
    expect(JSON.parse(demo)).toMatchObject({ is_whole: true, is_unchanged: true })
  }, 60_000)

  test('start a server whose first key works, and which folds a conversation', async ({ skip }) => {
    const app = installedOrSkip(skip)
    const variables = { ...variablesFor(standIn.url, './data'), ...app.variables }
    server = spawn('npx', ['pleat-server', 'start'], {
      cwd: app.folder,
      env: variables,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const { url, key, output } = await waitForStart(server)
    expect(output()).toContain(`curl -i ${url}/v1/chat/completions`)
    expect(output()).not.toContain('npm run')
    const played = await play({ wire: 'openai', base: () => url, key: key!, standIn, dialogue, turns: 12 })
    expect(played.map(({ response }) => response.status)).toEqual(Array(12).fill(200))
    expect(played.map(({ savings }) => savings.compression)).toContain('recalled')
    expect(played.at(-1)!.savings.percent).toBeGreaterThan(30)
    const view = await fetch(`${url}/v1/tul1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: transcriptOf(12) }),
    })
    expect(await view.json()).toMatchObject({ ok: true, applied: true, tier: 'pro' })
    expect(standIn.refusals()).toEqual([])
    expect(output()).not.toMatch(/could not be (?:read|warmed up)/)
    expect((await readdir(join(app.folder, 'data'))).includes('pleat.db')).toBe(true)
    server.kill('SIGTERM')
    await vi.waitFor(() => expect(fetch(`${url}/v1/health`)).rejects.toThrow(), { timeout: 10_000, interval: 50 })
  }, 60_000)
})
