import { expect, test } from 'vitest'
import { hookOf } from './hook-entries.ts'

test.each([
  ['claude-code', 10],
  ['codex', 10],
  ['qwen-code', 10_000],
] as const)('hooks of %s have ten seconds in the unit of all its versions: %d', (agent, timeout) => {
  expect(hookOf(agent, 'pleat', false)).toEqual({ command: `pleat hook ${agent} --installed-by=pleat`, timeout })
})
