import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type KillMoment, runKillLoop } from './kill-loop.ts'

/** `node bench/tul1/kill.ts` does the same for longer. */
const MOMENTS: readonly KillMoment[] = ['after-charge', 'before-charge', 'whenever', 'after-charge', 'whenever']

test('a server that is killed around a charge loses no money and charges nothing twice', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pleat-killed-'))
  try {
    const report = await runKillLoop(dataDir, MOMENTS)
    expect(report.rounds.map(({ problems }) => problems)).toEqual(MOMENTS.map(() => 0))
    expect(report.calls).toBeGreaterThan(MOMENTS.length)
    expect(report.repeats).toBeGreaterThan(report.calls)
    expect(report.changedAnswers).toBe(0)
    expect(report.charges).toBe(report.calls)
    expect(report.charged).toBe(report.fees)
    expect(report.fees).toBeGreaterThan(0)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
