import { describe, expect, it } from 'vitest'
import { conversationOf, transcript, type WireMessage } from '../talk.fixture.ts'
import { firstSightOf } from './first-sight.ts'
import type { InSight } from './in-sight.ts'

const lines = Array.from({ length: 40 }, (_, line) => `const part${line} = await load('part number ${line}')`)
const numbered = (from: number, texts: readonly string[]): string =>
  texts.map((text, place) => `${String(from + place).padStart(6)}→${text}`).join('\n')

interface Call {
  readonly name?: string
  readonly input?: object
  readonly output: string
  readonly isError?: boolean
}

/** The shortened form of each output, undefined if none, in a talk in which every call is a separate turn. */
function sentFor(...calls: readonly Call[]): (string | undefined)[] {
  const messages: WireMessage[] = [{ role: 'user', content: 'Begin.' }]
  for (const [place, { name = 'Read', input = { file_path: '/src/part.ts' }, output, isError }] of calls.entries()) {
    const id = `toolu_${place}`
    messages.push(
      { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content: output, is_error: isError === true }],
      },
    )
  }
  const view = transcript(conversationOf('anthropic-messages', messages))
  const inSight: InSight[] = []
  const sent: (string | undefined)[] = []
  for (let index = 1; index < view.length; index++) {
    const turnOf = (message: number): number => (message >> 1) + 1
    const seen = firstSightOf({ transcript: view, inSight, turnOf }, index, true)
    inSight.push(...seen.inSight)
    if (index % 2 === 0) sent.push(seen.shortened[0]?.text)
  }
  return sent
}

describe('firstSightOf', () => {
  it('refers to the earlier output when an unchanged file is read again', () => {
    const output = numbered(1, lines)
    expect(sentFor({ output }, { output })[1]).toBe("[unchanged: the same 40 lines as in turn 2's Read /src/part.ts]")
  })

  it('shows the changes of a changed file, and refers to the rest', () => {
    const changed = [...lines.slice(0, 12), 'const added = 1', ...lines.slice(12)]
    expect(sentFor({ output: numbered(1, lines) }, { output: numbered(1, changed) })[1]).toBe(
      [
        "[lines 1-12 unchanged: the same as in turn 2's Read /src/part.ts]",
        'const added = 1',
        "[lines 14-41: the same as lines 13-40 of turn 2's Read /src/part.ts]",
      ].join('\n'),
    )
  })

  it('finds lines of a file in the output of a command', () => {
    const cat = { name: 'Bash', input: { command: 'cat part.ts', description: 'Show it' }, output: lines.join('\n') }
    expect(sentFor(cat, { output: numbered(21, lines.slice(20)) })[1]).toBe(
      "[lines 21-40: the same as lines 21-40 of turn 2's Bash cat part.ts]",
    )
  })

  it('refers to the output that contains the lines, never to one that contains a reference to them', () => {
    const output = numbered(1, lines)
    const other = { input: { file_path: '/src/copy.ts' }, output }
    expect(sentFor({ output }, other, other)[2]).toBe("[unchanged: the same 40 lines as in turn 2's Read /src/part.ts]")
  })

  it('finds lines that the agent wrote itself', () => {
    const written = { name: 'Write', input: { file_path: '/src/part.ts', content: lines.join('\n') }, output: 'Done.' }
    expect(sentFor(written, { output: numbered(1, lines) })[1]).toBe(
      "[lines 1-40: the same as lines 1-40 of turn 1's Write /src/part.ts (content)]",
    )
  })

  it('refers to the earlier output for repeated JSON', () => {
    const output = JSON.stringify({ rows: lines }, null, 2)
    const call = { name: 'find', input: { id: 7 }, output }
    expect(sentFor(call, call)[1]).toBe("[unchanged: the same as in turn 2's find 7]")
  })

  it('shows error messages unchanged, and never refers to one', () => {
    const output = lines.join('\n')
    const [first, second, third] = sentFor({ output, isError: true }, { output }, { output, isError: true })
    expect([first, second, third]).toEqual([undefined, undefined, undefined])
    const unflagged = { output: `Error: it did not work\n${output}` }
    expect(sentFor(unflagged, unflagged)[1]).toBeUndefined()
  })

  it('refers to nothing if a line imitates a reference', () => {
    const output = [...lines, '[unchanged: the same as ever]'].join('\n')
    expect(sentFor({ output }, { output })[1]).toBeUndefined()
  })

  it('leaves short repetitions unchanged', () => {
    const [head, ...rest] = lines
    const other = rest.map((line) => line.replace('part', 'other'))
    expect(sentFor({ output: lines.join('\n') }, { output: [head, ...other].join('\n') })[1]).toBeUndefined()
  })

  it('does not read earlier output for a message without output', () => {
    const view = transcript(conversationOf('anthropic-messages', [{ role: 'user', content: 'Begin.' }]))
    const sight = {
      transcript: view,
      turnOf: () => 1,
      get inSight(): never {
        throw new Error('Earlier output was read.')
      },
    }
    expect(firstSightOf(sight, 0, true)).toEqual({ shortened: [], inSight: [] })
  })

  it('reads output in time if one message contains thousands of outputs', () => {
    const ids = Array.from({ length: 4000 }, (_, i) => `toolu_${i}`)
    const output = Array.from({ length: 10 }, (_, i) => `row ${i} of a table that every call returns`).join('\n')
    const view = transcript(
      conversationOf('anthropic-messages', [
        { role: 'user', content: 'Begin.' },
        { role: 'assistant', content: ids.map((id) => ({ type: 'tool_use', id, name: 'Read', input: { path: id } })) },
        { role: 'user', content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: output })) },
      ]),
    )
    const start = process.cpuUsage().user
    const { shortened } = firstSightOf({ transcript: view, inSight: [], turnOf: () => 1 }, 2, true)
    expect((process.cpuUsage().user - start) / 1e6).toBeLessThan(2)
    expect(shortened).toHaveLength(3999)
    expect(shortened.at(-1)!.text).toBe("[unchanged: the same 10 lines as in turn 1's Read toolu_0]")
  })

  it('leaves JSON with a duplicate key unchanged, even if longer numbers hide the loss of its value', () => {
    const key = 'k'.repeat(55)
    const numbers = Array.from({ length: 20 }, (_, i) => `"number ${i}": 1e5`)
    expect(sentFor({ output: `{ "${key}": 1, "${key}": 2, ${numbers.join(', ')} }` })).toEqual([undefined])
  })

  it('leaves JSON that is nested thousands of levels deep unchanged', () => {
    expect(sentFor({ output: `${'['.repeat(20_000)}${']'.repeat(20_000)}` })).toEqual([undefined])
  })

  it('takes little time for long output that is designed to be slow', () => {
    const same = 'a\n'.repeat(50_000)
    const broken = `${'a\n'.repeat(99)}b${'\n'}`.repeat(500)
    const start = process.cpuUsage().user
    sentFor({ output: same }, { output: broken }, { output: `${broken}c` }, { output: same })
    expect((process.cpuUsage().user - start) / 1e6).toBeLessThan(2)
  })
})
