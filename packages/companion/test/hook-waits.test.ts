import { statSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { longConversation } from './claude-transcript.ts'
import type { Manner } from './stand-in-server.ts'
import { AFTER_COMPACTION, contextIn, PRE_COMPACT, SILENT, useHooks } from './use-hooks.ts'

const { at, hook, account } = useHooks()

async function expectInTime(manner: Manner): Promise<void> {
  at.server.manner = manner
  const before = await hook(PRE_COMPACT, { variables: account() })
  expect(before).toMatchObject(SILENT)
  expect(before.ms).toBeGreaterThan(3_500)
  expect(before.ms).toBeLessThan(9_000)
  expect(contextIn(await hook(AFTER_COMPACTION))).toContain('4173')
}

it('hooks compress locally within the deadline when the server hangs', () => expectInTime('hangs'))

it('hooks compress locally within the deadline when the server sends byte by byte', () => expectInTime('drips'))

it('hooks compress a transcript of many megabytes within the deadline', async () => {
  writeFileSync(at.transcriptPath, longConversation(2_000).text())
  expect(statSync(at.transcriptPath).size).toBeGreaterThan(4_000_000)
  const before = await hook(PRE_COMPACT)
  expect(before).toMatchObject(SILENT)
  expect(before.ms).toBeLessThan(9_500)
  expect(contextIn(await hook(AFTER_COMPACTION))).toContain('4173')
})
