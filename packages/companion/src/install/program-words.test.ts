import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Laptop, makeLaptop } from '../../test/laptop.ts'
import { programWords } from './program-words.ts'

let laptop: Laptop
let folder: string
let entry: string

beforeEach(() => {
  laptop = makeLaptop()
  folder = join(laptop.home, 'npm')
  entry = join(folder, 'node_modules', 'pleat-cli', 'dist', 'main.js')
  mkdirSync(dirname(entry), { recursive: true })
  writeFileSync(entry, '')
})
afterEach(() => {
  vi.unstubAllGlobals()
  laptop.remove()
})

const paths = () => [process.execPath, entry]

describe('the command line of hooks', () => {
  it('is the name of the command if PATH leads to it', () => {
    expect(programWords('codex', entry, { PATH: folder })).toEqual(paths())
    symlinkSync(entry, join(folder, 'pleat'))
    expect(programWords('codex', entry, { PATH: `/nowhere:${folder}` })).toEqual(['pleat'])
    expect(programWords('codex', entry, {})).toEqual(paths())
  })

  it.each(['codex', 'qwen-code'] as const)("is the path of npm's script for %s on Windows", (agent) => {
    vi.stubGlobal('process', { ...process, platform: 'win32' })
    expect(programWords(agent, entry, { PATH: folder })).toEqual(paths())
    writeFileSync(join(folder, 'pleat.cmd'), '')
    expect(programWords(agent, entry, { PATH: `/nowhere:${folder}` })).toEqual([`${folder}/pleat.cmd`])
    const other = join(laptop.home, 'main.js')
    writeFileSync(other, '')
    expect(programWords(agent, other, { PATH: folder })).toEqual([process.execPath, other])
  })

  it("consists of paths on Windows if that of npm's script contains a space", () => {
    vi.stubGlobal('process', { ...process, platform: 'win32' })
    writeFileSync(join(folder, 'pleat.cmd'), '')
    const spaced = join(laptop.home, 'a folder')
    symlinkSync(folder, spaced)
    expect(programWords('codex', entry, { PATH: spaced })).toEqual(paths())
  })

  it.each(['claude-code', 'opencode'] as const)('consists of paths for %s on Windows', (agent) => {
    vi.stubGlobal('process', { ...process, platform: 'win32' })
    writeFileSync(join(folder, 'pleat.cmd'), '')
    expect(programWords(agent, entry, { PATH: folder })).toEqual(paths())
  })
})

describe('an installation on Windows', () => {
  it.each([
    ['codex', /^warning: codex may be unable to start these hooks: .*"npm install --global"/],
    ['claude-code', /^$/],
  ])('of hooks with paths warns if the agent cannot start them: %s', async (agent, warning) => {
    const windows = join(laptop.home, 'windows.mjs')
    writeFileSync(windows, "Object.defineProperty(process, 'platform', { value: 'win32' })")
    const variables = { NODE_OPTIONS: `--import ${windows}` }
    const { code, stderr } = await laptop.pleat(['install', agent, '--dry-run'], { variables })
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(warning) })
  })
})
