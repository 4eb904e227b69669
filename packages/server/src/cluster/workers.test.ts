import { spawnSync } from 'node:child_process'
import cluster from 'node:cluster'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { Workers } from './workers.ts'

const beside = (name: string) => join(import.meta.dirname, name)
/** How Node reports that a process cannot be spawned, and a working directory that causes it. */
const UNUSABLE = [
  ['an event', beside('missing')],
  ['a thrown error', import.meta.filename],
] as const

let problems: object[]
let workers: Workers | undefined

function createWorkers(count: number): Workers {
  problems = []
  const log = { info() {}, warn() {}, error: (fields: object) => void problems.push(fields) }
  const created = new Workers({ count, log, endMs: 1000, offer() {}, onEnd: async () => {} })
  cluster.setupPrimary({ exec: beside('started-worker.fixture.ts') })
  workers = created
  return created
}

afterEach(async () => {
  cluster.setupPrimary({ cwd: undefined })
  await workers?.stop()
  workers = undefined
})

test('workers are restarted when all of them are killed at once', () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [beside('killed-workers.fixture.ts')], {
    encoding: 'utf8',
    timeout: 20_000,
  })
  expect({ stdout, stderr, status }).toMatchObject({ stdout: 'restarted', status: 0 })
})

test.each(UNUSABLE)('a start rejects when its workers cannot be spawned, which Node reports by %s', async (_, cwd) => {
  const created = createWorkers(2)
  cluster.setupPrimary({ cwd })
  await expect(created.start()).rejects.toThrow(/spawn/)
  await created.stop()
  expect(created.running).toBe(0)
})

test.each(UNUSABLE)('a restart that fails with %s is repeated', async (_, cwd) => {
  const created = createWorkers(1)
  await created.start()
  cluster.setupPrimary({ cwd })
  for (const worker of Object.values(cluster.workers!)) worker!.process.kill('SIGKILL')
  const first = [{ signal: 'SIGKILL' }, { error: expect.any(Error) }]
  await vi.waitFor(() => expect(problems.slice(0, 2)).toMatchObject(first), 5000)
  cluster.setupPrimary({ cwd: undefined })
  await vi.waitFor(() => expect(created.running).toBe(1), 10_000)
})
