import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { describeSoak, type SoakRun, verdictOf } from './soak-report.ts'
import { filesWith } from './support/files-with.ts'

const counts = { requests: 900, ok: 800, refused: 60, broken: 40, transcripts: 9, uploads: 8, ofOtherAccount: 0 }

function runWith(change: Partial<SoakRun> & { grows?: 'resident' | 'descriptors' | 'p99' }): SoakRun {
  const samples = Array.from({ length: 30 }, (_, i) => {
    const flat = { minute: i + 1, resident: 600, descriptors: 90, p99: 40, requests: 30 * i }
    return change.grows ? { ...flat, [change.grows]: flat[change.grows] * (1 + i / 10) } : flat
  })
  const written = { found: [], bytes: 1_000_000 }
  return { minutes: 30, rest: 1, foldMemory: '400', samples, counts, peak: 700, isAlive: true, written, ...change }
}

const demandsMissed = (run: SoakRun) =>
  Object.entries(verdictOf(run)).flatMap(([name, { holds }]) => (holds ? [] : [name]))

describe('the verdict on a soak', () => {
  test('a flat run meets every demand', () => {
    expect(demandsMissed(runWith({}))).toEqual([])
  })

  test.each([
    ['resident', 'memory'],
    ['descriptors', 'descriptors'],
    ['p99', 'p99'],
  ] as const)('%s that grows to the end misses the demand on %s', (grows, demand) => {
    expect(demandsMissed(runWith({ grows }))).toEqual([demand])
  })

  test('a misdirected response, a message word in a log and a dead server each fail a demand', () => {
    expect(demandsMissed(runWith({ counts: { ...counts, ofOtherAccount: 1 } }))).toEqual(['noAnswerOfAnotherAccount'])
    expect(demandsMissed(runWith({ written: { found: ['server.out'], bytes: 9 } }))).toEqual(['noWordInLogsAndStore'])
    expect(demandsMissed(runWith({ isAlive: false }))).toEqual(['alive'])
  })

  test('an empty log does not prove that no message text was logged', () => {
    expect(demandsMissed(runWith({ written: { found: [], bytes: 0 } }))).toEqual(['noWordInLogsAndStore'])
  })

  test('the report names the failed demand', () => {
    expect(describeSoak(runWith({ grows: 'resident' }))).toMatch(
      /\| memory grows by at most 5 % \| .* \| \*\*no\*\* \|/,
    )
  })
})

test('a word is found across two read chunks, and a part of it is not', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'pleat-files-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  writeFileSync(join(directory, 'across'), `${'x'.repeat(4 * 1024 * 1024 - 3)}secret`)
  writeFileSync(join(directory, 'without'), 'nothing of it: secre')
  expect((await filesWith(directory, 'secret')).found).toEqual(['across'])
})
