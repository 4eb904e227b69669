import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

async function run(...options: string[]): Promise<{ code: number; stdout: string }> {
  try {
    return { code: 0, stdout: (await promisify(execFile)(process.execPath, [MAIN, ...options])).stdout }
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string }
    return { code, stdout }
  }
}

describe('the demo', () => {
  test('saves most of the tokens, changes no answer and keeps the fact that is asked for', async () => {
    const { code, stdout } = await run('--json')
    const result = JSON.parse(stdout)
    expect(code).toBe(0)
    expect(result.turns).toHaveLength(25)
    expect(result.totals.savedPercent).toBeGreaterThan(50)
    expect([result.isWhole, result.isUnchanged]).toEqual([true, true])
  })

  test('shows a bar for every turn, and the lines that hold the answer', async () => {
    const { code, stdout } = await run()
    expect(code).toBe(0)
    expect(stdout.match(/█/g)!.length).toBeGreaterThan(25)
    expect(stdout).toMatch(/^ {4}3U .*KX-2207-118/m)
  })

  test('explains itself, and takes no option that there is not', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('Usage: npm run demo') })
    expect((await run('--nonsense')).code).toBe(2)
  })
})
