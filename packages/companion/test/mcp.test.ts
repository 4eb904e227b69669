import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { longConversation } from './claude-transcript.ts'
import { type Laptop, makeLaptop } from './laptop.ts'

let laptop: Laptop
let client: Client

beforeAll(async () => {
  laptop = makeLaptop()
  const folder = realpathSync(laptop.home)
  const project = join(laptop.home, '.claude', 'projects', folder.replace(/[^a-zA-Z0-9]/g, '-'))
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, 'session-1.jsonl'), longConversation(20).text())
  client = new Client({ name: 'test', version: '1.0.0' })
  const main = join(import.meta.dirname, '../src/main.ts')
  const env = { PATH: process.env.PATH ?? '', HOME: laptop.home }
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [main, 'mcp', '--local'], env, cwd: laptop.home }),
  )
})
afterAll(async () => {
  await client.close()
  laptop.remove()
})

async function call(
  name: string,
  input: Record<string, unknown> = {},
): Promise<{ text: string; isError: boolean; source?: string }> {
  const result = await client.callTool({ name, arguments: input })
  const [content, source] = result.content as { text: string }[]
  return { text: content?.text ?? '', isError: result.isError === true, ...(source && { source: source.text }) }
}

describe('the MCP server', () => {
  it('lists its tools with their inputs, and marks those that charge and record nothing as read-only', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['pleat_compress', 'pleat_turn', 'pleat_savings'])
    expect(tools.find(({ name }) => name === 'pleat_turn')?.inputSchema).toMatchObject({
      type: 'object',
      required: ['turn'],
      properties: { turn: { type: 'integer', minimum: 1 } },
    })
    const readOnly = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)
    expect(readOnly).toEqual(['pleat_turn', 'pleat_savings'])
    expect(client.getServerVersion()).toMatchObject({ name: 'pleat', version: '0.2.0' })
  })

  it('compresses the conversation of the folder, or another transcript', async () => {
    const { text, isError } = await call('pleat_compress', { mode: 'aggressive' })
    expect(isError).toBe(false)
    expect(text).toMatch(/^\[T1 \(user\)\]\n.*4173/)
    expect(text).toMatch(/\(Saved about [\d,]+ tokens .*by this machine\.\)$/)
    writeFileSync(join(laptop.home, 'other.json'), JSON.stringify([{ role: 'user', content: 'only this' }]))
    expect(await call('pleat_compress', { transcript: 'other.json' })).toMatchObject({
      text: expect.stringContaining('only this'),
      source: expect.stringMatching(/^Transcript: .*\/other\.json$/),
    })
  })

  it('returns the full text of a compressed message', async () => {
    const { text, source } = await call('pleat_turn', { turn: 4 })
    expect(source).toMatch(/^Transcript: \/.*\/session-1\.jsonl$/)
    expect(text).toMatch(/^\[T4 \(assistant\)\]\nI looked at the login page and there are several things/)
    expect(text).toContain('Called Read: {"file_path":"/srv/shop/src/part-1.ts"}')
  })

  it('numbers messages after a compaction as in the view that was stored before it', async () => {
    const transcriptPath = join(laptop.home, 'compacted.jsonl')
    const transcript = longConversation(20)
    writeFileSync(transcriptPath, transcript.text())
    const event = { session_id: 'compacted', transcript_path: transcriptPath, cwd: '/elsewhere' }
    const hook = (input: object) =>
      laptop.pleat(['hook', 'claude-code', '--local'], { input: JSON.stringify({ ...event, ...input }) })
    await hook({ hook_event_name: 'PreCompact' })
    transcript.from(null)
    transcript.record({ type: 'system', subtype: 'compact_boundary', logicalParentUuid: 'of-no-record' })
    transcript.user('A summary of it all', { isCompactSummary: true })
    transcript.user('And what was the error of the mail queue?')
    writeFileSync(transcriptPath, transcript.text())
    const { stdout } = await hook({ hook_event_name: 'SessionStart', source: 'compact' })
    const view: string = JSON.parse(stdout).hookSpecificOutput.additionalContext
    const [, turn, start] = /^\[T(\d+) \(user\)\]\n(Now look at [^.]+\. It failed \d+ times)/m.exec(view) ?? []
    const answer = await call('pleat_turn', { turn: Number(turn), transcript: transcriptPath })
    expect(answer.text).toContain(`[T${turn} (user)]\n${start}`)
    // The name of the view leads to its session, which is not the newest one of the folder.
    const name = /\[pleat-view \w+\]/.exec(view)?.[0]
    expect(answer.source).toBe(`Transcript: ${transcriptPath}`)
    expect(await call('pleat_turn', { turn: Number(turn), view: name })).toEqual(answer)
  })

  it('shows savings and counts a repeated compression once', async () => {
    const before = (await call('pleat_savings')).text
    await call('pleat_compress', { mode: 'aggressive' })
    const after = (await call('pleat_savings')).text
    expect(after).toBe(before)
    expect(after).toMatch(/^compress: [\d,]+ of [\d,]+ tokens \(\d+ %\) in 1$/m)
  })

  it('returns invalid inputs as errors of the tool', async () => {
    expect(await call('pleat_turn', { turn: 9999 })).toMatchObject({
      isError: true,
      text: expect.stringContaining('T9999 does not exist'),
    })
    expect(await call('pleat_turn', { turn: 1, transcript: '/nowhere' })).toMatchObject({
      isError: true,
      text: 'the transcript /nowhere cannot be read',
    })
    expect(await call('pleat_compress', { view: '[pleat-view unknown]' })).toMatchObject({
      isError: true,
      text: 'no view with the id unknown is stored; name a transcript with "transcript"',
    })
    expect(await call('pleat_turn', { turn: 'one' })).toMatchObject({ isError: true })
    expect(await call('pleat_compress', { mode: 'wild' })).toMatchObject({ isError: true })
  })
})
