import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { talkRequest } from '../explain/talk.fixture.ts'
import { runHere } from './run-here.fixture.ts'

let directory = ''

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-explain-'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const run = (argv: readonly string[], input?: string) =>
  runHere(['explain', ...argv], { directory, ...(input !== undefined && { input }) })

test('prints the conversation beside the request that would be sent, and writes no file', async () => {
  writeFileSync(join(directory, 'talk.json'), talkRequest('openai-chat', 25).body)
  const { code, stdout, stderr } = await run(['talk.json', '--width', '100'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('Turn 31, gpt-4o (openai-chat): ')
  expect(stdout).toMatch(/Saved [\d,]+ of [\d,]+ input tokens \([\d.]+ %\)/)
  for (const line of stdout.split('\n').slice(0, 40)) expect(line.length).toBeLessThanOrEqual(100)
  expect(readdirSync(directory)).toEqual(['talk.json'])
})

test('prints one line of JSON whose figures add up, with --json and from standard input', async () => {
  const { code, stdout } = await run(['-', '--json'], talkRequest('anthropic-messages', 20).body)
  expect(code).toBe(0)
  const said = JSON.parse(stdout) as Record<string, number>
  expect(stdout.trimEnd()).not.toContain('\n')
  expect(said.original_tokens! - said.sent_tokens!).toBe(said.saved_tokens)
  expect(said).toMatchObject({ format: 'anthropic-messages', turn: 24 })
})

test('reads messages of the Responses API with --format responses', async () => {
  const { code, stdout } = await run(['-', '--json', '--format', 'responses'], '[{"role":"user","content":"Hello."}]')
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { format: 'openai-responses', savings_percent: 0 }])
})

test.each([
  { argv: ['nowhere.json'], code: 1, says: 'error: nowhere.json does not exist\n' },
  { argv: ['-', '--format', 'x'], code: 2, says: 'error: --format must be openai, anthropic, responses, not "x"\n' },
  { argv: ['-', '--lines', 'many'], code: 2, says: 'error: --lines must be a whole number up to 99999, not "many"\n' },
])('prints the mistake in $argv', async ({ argv, code, says }) => {
  expect(await run(argv, '[]')).toMatchObject({ code, stderr: says, stdout: '' })
})

test('does not quote unreadable input', async () => {
  const { code, stderr } = await run(['-'], 'my secret')
  expect(code).toBe(1)
  expect(stderr).toMatch(/^error: the input must be/)
  expect(stderr).not.toContain('secret')
})
