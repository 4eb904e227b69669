import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Laptop, makeLaptop } from '../../test/laptop.ts'

let laptop: Laptop
let path: string

beforeEach(() => {
  laptop = makeLaptop()
  path = join(laptop.home, '.config', 'opencode', 'plugins', 'pleat.js')
})
afterEach(() => laptop.remove())

const MESSAGES = Array.from({ length: 20 }, (_, i) => ({
  info: { role: i % 2 ? 'assistant' : 'user' },
  parts: [
    { type: 'text', text: `Message ${i}: the value of setting ${i} must be ${i * 37} and never ${i}. `.repeat(4) },
  ],
}))

type Plugin = (
  context: object,
) => Promise<Record<string, (input: object, output: { context: string[] }) => Promise<void>>>

async function compacting(client: object): Promise<string[]> {
  const exported = Object.values((await import(`${pathToFileURL(path)}?${Math.random()}`)) as Record<string, Plugin>)
  // Older versions of opencode call every export, so that anything but one function prevents their start.
  expect(exported).toEqual([expect.any(Function)])
  const hooks = await exported[0]!({ client, directory: '/project' })
  const output = { context: [] as string[] }
  await hooks['experimental.session.compacting']!({ sessionID: 'ses_1' }, output)
  return output.context
}

describe('the plugin for opencode', () => {
  it('adds the view of the conversation to the input of a compaction', async () => {
    await laptop.pleat(['install', 'opencode'])
    const home = process.env.HOME
    process.env.HOME = laptop.home
    try {
      const [context] = await compacting({ session: { messages: async () => ({ data: MESSAGES }) } })
      expect(context).toMatch(/^An abridged record by Pleat/)
      expect(context).toMatch(/\[T2 \(assistant\)\]\n.*\b37\b/)
    } finally {
      process.env.HOME = home
    }
  })

  it('lets a compaction continue if the conversation cannot be read, or the command cannot be started', async () => {
    await laptop.pleat(['install', 'opencode'])
    expect(await compacting({ session: { messages: async () => Promise.reject(new Error('no')) } })).toEqual([])
    writeFileSync(path, readFileSync(path, 'utf8').replace(/const COMMAND = .*/, 'const COMMAND = ["/nowhere/pleat"]'))
    expect(await compacting({ session: { messages: async () => ({ data: MESSAGES }) } })).toEqual([])
  })

  it('is removed completely if it was installed again over a changed file or without its backup', async () => {
    const change: Record<string, () => void> = {
      changed: () => writeFileSync(path, `${readFileSync(path, 'utf8')}\n`),
      'without backup': () => rmSync(join(laptop.state, 'backups'), { recursive: true }),
    }
    for (const [name, act] of Object.entries(change)) {
      await laptop.pleat(['install', 'opencode'])
      act()
      expect(await laptop.pleat(['install', 'opencode', '--local']), name).toMatchObject({ code: 0 })
      expect(await laptop.pleat(['uninstall', 'opencode']), name).toMatchObject({ code: 0 })
      expect(existsSync(path), name).toBe(false)
    }
  })

  it('does not replace a file that is not its own', async () => {
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, 'export const mine = 1\n')
    const { code, stderr } = await laptop.pleat(['install', 'opencode'])
    expect(code).toBe(1)
    expect(stderr).toContain('is not a plugin of Pleat; move it away first; nothing was changed')
    expect(readFileSync(path, 'utf8')).toBe('export const mine = 1\n')
  })
})
