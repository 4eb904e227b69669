import { describe, expect, it } from 'vitest'
import { conversationOf, transcript } from '../talk.fixture.ts'
import { isOfCode } from './of-code.ts'

function isCodeOf(args: object, output: string): boolean {
  const call = { id: 'c', type: 'function', function: { name: 'work', arguments: JSON.stringify(args) } }
  const conversation = conversationOf('openai-chat', [
    { role: 'user', content: 'Have a look.' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: output },
  ])
  return isOfCode(transcript(conversation), 2)
}

const PAGE = 'Opening hours\nThe slipway is closed on Mondays. Dogs have to be on a lead.\nNo cards.'

describe('isOfCode', () => {
  const code: readonly (readonly [string, object, string])[] = [
    ['the output of a shell', { command: 'npm test' }, 'PASS draw\nPASS fonts\n2 passed'],
    ['the answer to an edit', { file_path: 'src/a.ts', old: 'x', new: 'y' }, 'edited'],
    ['a numbered file', { id: 4 }, '1→import a\n2→\n3→run(a)'],
    ['a diff', { id: 4 }, 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new'],
  ]
  it.each(code)('takes %s for work on files', (_, args, output) => {
    expect(isCodeOf(args, output)).toBe(true)
  })

  const plain: readonly (readonly [string, object, string])[] = [
    ['a page', { url: 'https://harbour.example/hours' }, PAGE],
    ['a log', { service: 'queue' }, '06:00:12 WARN pool exhausted\n06:00:24 INFO order 918\n06:01:09 WARN slow'],
    ['rows of a database', { query: 'select 1' }, 'mnr | name\n88 | Gesa\n402 | Piet'],
    ['records of a shell', { command: 'state' }, '{"host":"web1","state":"up"}'],
  ]
  it.each(plain)('does not take %s for it', (_, args, output) => {
    expect(isCodeOf(args, output)).toBe(false)
  })
})
