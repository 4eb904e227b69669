import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeLaptop } from './laptop.ts'

it('a hook ends after eight seconds even if its input stays open', async () => {
  const laptop = makeLaptop()
  try {
    const start = performance.now()
    const main = join(import.meta.dirname, '../src/main.ts')
    const child = spawn(process.execPath, [main, 'hook', 'claude-code'], { env: { HOME: laptop.home } })
    const [code] = (await once(child, 'exit')) as [number | null]
    expect(code).toBe(0)
    expect(performance.now() - start).toBeGreaterThan(7_500)
    expect(performance.now() - start).toBeLessThan(9_500)
  } finally {
    laptop.remove()
  }
})
