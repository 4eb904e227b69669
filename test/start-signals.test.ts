import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { killGroup, waitForStart } from './harness/child-server.ts'

const ROOT = resolve(import.meta.dirname, '..')
/** Runs a command as process 1 of its own namespace, as a container does. */
const AS_PROCESS_1 = ['unshare', '--map-root-user', '--pid', '--fork', '--kill-child']
const STOPPING = /^Stopping when the requests in flight are complete/m

let dataDir = ''
let child: ChildProcess | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pleat-signals-'))
})
afterEach(async () => {
  if (child) killGroup(child)
  await rm(dataDir, { recursive: true, force: true })
})

async function start(command: readonly string[]) {
  const [program = '', ...options] = command
  const variables = { PLEAT_PORT: '0', PLEAT_DATA_DIR: dataDir, PLEAT_LOG_LEVEL: 'silent' }
  child = spawn(program, options, {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return await waitForStart(child)
}

function canBeProcess1(): boolean {
  try {
    execFileSync(AS_PROCESS_1[0]!, [...AS_PROCESS_1.slice(1), 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function expectStopped({ url, output }: Awaited<ReturnType<typeof start>>): Promise<void> {
  await vi.waitFor(() => expect(fetch(`${url}/v1/health`)).rejects.toThrow(), { timeout: 10_000, interval: 50 })
  // The pipe may deliver the line later than the port is closed.
  await vi.waitFor(() => expect(output()).toMatch(STOPPING), { timeout: 10_000, interval: 50 })
  // The whole group: the server must have ended, and not only npm in front of it.
  const probe = () => process.kill(-child!.pid!, 0)
  await vi.waitFor(() => expect(probe).toThrow('ESRCH'), { timeout: 10_000, interval: 50 })
}

test.each([['npm start'], ['npm run pleat-server -- start']])(
  'SIGTERM to the process of "%s", and not to its group, stops the server',
  async (line) => {
    const server = await start(line.split(' '))
    child!.kill('SIGTERM')
    await expectStopped(server)
  },
)

test('SIGTERM to "npm start" as process 1 of a container stops the server gracefully', async ({ skip }) => {
  if (!canBeProcess1()) skip('this machine does not allow a process namespace ("unshare")')
  const server = await start([...AS_PROCESS_1, 'npm', 'start'])
  // The only child of unshare is process 1 of the new namespace.
  const npm = Number(execFileSync('ps', ['-o', 'pid=', '--ppid', String(child!.pid)], { encoding: 'utf8' }))
  process.kill(npm, 'SIGTERM')
  await expectStopped(server)
})
