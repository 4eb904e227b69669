import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BackgroundWriter } from './background-writer.ts'
import { runWithLimitedFiles } from './sqlite/limited-files.fixture.ts'

let directory = ''

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-writer-'))
})

afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('lines that a full disk does not take are lost, and a later line reports their number', () => {
  const file = join(directory, 'log')
  const script = `
    import { openSync, readFileSync, truncateSync } from 'node:fs'
    import { setTimeout as wait } from 'node:timers/promises'
    import { BackgroundWriter } from ${JSON.stringify(join(import.meta.dirname, 'background-writer.ts'))}
    const [file] = process.argv.slice(1)
    const writer = new BackgroundWriter(openSync(file, 'a'))
    const line = (n) => JSON.stringify({ n, filler: 'x'.repeat(1000) }) + '\\n'
    writer.add(Buffer.from(Array.from({ length: 20 }, (_, n) => line(n)).join('')))
    await wait(300)
    const written = readFileSync(file, 'utf8').split('\\n').length - 1
    writer.add(Buffer.from(line(20)))
    await wait(300)
    truncateSync(file, 1500)
    writer.add(Buffer.from('{"n":21}\\n'))
    await wait(300)
    writer.flushSync(Buffer.from('{"n":22}\\n'))
    console.log(written)
  `
  const { stdout, stderr } = runWithLimitedFiles(8, script, file)
  expect(stderr).toBe('')
  const [first, torn, ...rest] = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(JSON.parse(first!)).toMatchObject({ n: 0 })
  expect(torn).toMatch(/^\{"n":1,"filler":"x+$/)
  const msg = 'Lines of the log are lost: standard output did not accept them.'
  expect(rest.map((line) => JSON.parse(line))).toEqual([
    { level: 50, time: expect.any(Number), lines: 21 - Number(stdout), code: 'EFBIG', msg },
    { n: 21 },
    { n: 22 },
  ])
})

describe('a pipe that nobody reads', () => {
  const MEGABYTE = Buffer.from(`${'x'.repeat(2 ** 20 - 1)}\n`)
  let fd = -1

  beforeEach(() => {
    const path = join(directory, 'pipe')
    execFileSync('mkfifo', [path])
    fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  })

  afterEach(() => closeSync(fd))

  /** Reads what the pipe contains. */
  function readPipe(): string {
    const bytes = Buffer.alloc(2 ** 16)
    try {
      return bytes.toString('utf8', 0, readSync(fd, bytes))
    } catch {
      return ''
    }
  }

  test('takes at most 8 MB of memory, and later gets all lines but the lost ones', async () => {
    const writer = new BackgroundWriter(fd)
    for (let index = 0; index < 12; index++) writer.add(MEGABYTE)
    writer.add(Buffer.from('lost\n'))
    let text = ''
    const read = () => {
      text += readPipe()
      return text
    }
    await vi.waitFor(() => expect(read().length).toBe(8 * 2 ** 20), { timeout: 30_000, interval: 1 })
    writer.add(Buffer.from('last\n'))
    await vi.waitFor(() => expect(read()).toContain('last\n'), { timeout: 10_000, interval: 1 })
    const [report, last] = text.split('\n').slice(8)
    expect(JSON.parse(report!)).toMatchObject({ level: 50, lines: 5 })
    expect(last).toBe('last')
  }, 60_000)

  test('delays the exit by 3 s at most', async () => {
    const writer = new BackgroundWriter(fd)
    const startedAt = performance.now()
    writer.flushSync(MEGABYTE)
    expect(performance.now() - startedAt).toBeLessThan(6000)
    expect(readPipe()).toMatch(/^x+$/)
  })
})
