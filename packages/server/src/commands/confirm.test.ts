import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { confirm } from './confirm.ts'

/** Asks on streams that are terminals or not, and types `typed`. */
function ask({ typed = 'y', stdin = true, stderr = true }: { typed?: string; stdin?: boolean; stderr?: boolean }) {
  const streams = {
    stdin: Object.assign(new PassThrough(), { isTTY: stdin }),
    stderr: Object.assign(new PassThrough(), { isTTY: stderr }),
  }
  streams.stdin.end(`${typed}\n`)
  return confirm('Start?', { ...streams, instead: '--yes' })
}

test.each([
  { typed: 'y', isYes: true },
  { typed: 'YES', isYes: true },
  { typed: '', isYes: false },
  { typed: 'yesterday', isYes: false },
])('"$typed" means $isYes', async ({ typed, isYes }) => {
  expect(await ask({ typed })).toBe(isYes)
})

test('a question that nobody can see or answer is refused', async () => {
  await expect(ask({ stdin: false })).rejects.toThrow('standard input is not a terminal; add --yes to start')
  await expect(ask({ stderr: false })).rejects.toThrow('standard error is not a terminal; add --yes to start')
})
