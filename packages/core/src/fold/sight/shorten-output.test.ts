import { describe, expect, it } from 'vitest'
import { conversationOf, transcript, type WireMessage } from '../talk.fixture.ts'
import { firstSightOf } from './first-sight.ts'
import type { InSight } from './in-sight.ts'

const ESC = '\u001b'
const STATE = '(Open file: /repo/src/part.py)\n(Current directory: /repo/src/a/long/way)\nbash-$'
const lines = Array.from({ length: 20 }, (_, line) => `value_${line} = load("part ${line * 31}")`)

/** The sent form of these terminal outputs of an agent without the provider's tools. */
function sentFor(...outputs: readonly string[]): string[] {
  const messages: WireMessage[] = [{ role: 'user', content: 'Begin.' }]
  for (const content of outputs) messages.push({ role: 'assistant', content: 'Next.' }, { role: 'user', content })
  const view = transcript(conversationOf('openai-chat', messages))
  const inSight: InSight[] = []
  return outputs.map((output, place) => {
    const turnOf = (message: number): number => (message >> 1) + 1
    const seen = firstSightOf({ transcript: view, inSight, turnOf }, 2 * place + 2, true)
    inSight.push(...seen.inSight)
    return seen.shortened[0]?.text ?? output
  })
}

describe('output of a shell', () => {
  it('sends text that a terminal repeats at the end of each output once', () => {
    expect(sentFor(`one\n${STATE}`, `two\n${STATE}`, `three\n${STATE}`)).toEqual([
      `one\n${STATE}`,
      'two\n[last 3 lines: as before]',
      'three\n[last 3 lines: as before]',
    ])
  })

  it('refers to an earlier output for the lines that it contains', () => {
    const page = [`first\n${lines.join('\n')}\n${STATE}`, `other\n${lines.join('\n')}\nmore\n${STATE}`]
    expect(sentFor(...page)[1]).toBe(
      "other\n[lines 2-21 unchanged: the same as in turn 2's output]\nmore\n[last 3 lines: as before]",
    )
  })

  it("keeps line numbers that a terminal's editor needs", () => {
    const view = lines.map((line, place) => `${place + 1}:${line}`).join('\n')
    expect(sentFor(`[File: /repo/src/part.py (20 lines total)]\n${view}\n${STATE}`)[0]).toContain('\n7:value_6')
  })

  it('finds the lines of a view again below its head', () => {
    const view = (from: number, texts: readonly string[]): string =>
      `[File: /repo/src/part.py]\n${texts.map((line, place) => `${place + from}:${line}`).join('\n')}\n${STATE}`
    const changed = [...lines.slice(0, 9), 'added = 1', ...lines.slice(9)]
    expect(sentFor(view(1, lines), view(1, changed))[1]).toBe(
      [
        '[File: /repo/src/part.py]',
        "[lines 1-9 unchanged: the same as in turn 2's output]",
        '10:added = 1',
        // The terminal's lines after the view continue its numbers.
        "[lines 11-24: the same as lines 10-23 of turn 2's output]",
      ].join('\n'),
    )
  })

  it('removes colours, and no readable text', () => {
    const text =
      `${ESC}[32mok${ESC}[0m all ${ESC}]8;;https://example.com/report${ESC}\\report${ESC}]8;;${ESC}\\ `.repeat(9)
    expect(sentFor(`${text}\nbash-$`)[0]).toBe(
      `${text.replaceAll(`${ESC}[32m`, '').replaceAll(`${ESC}[0m`, '')}\nbash-$`,
    )
  })

  it('shows the last state of a progress bar, and every state that names something', () => {
    const bar = Array.from({ length: 30 }, (_, step) => `loading weights ${step} of 29`).join('\r')
    const names = ['fetching alpha', 'fetching beta', 'fetching gamma', 'all fetched'].join('\r')
    expect(sentFor(`${bar}\n${names}\nbash-$`)[0]).toBe(
      `[the next line was written 30 times]\nloading weights 29 of 29\n${names}\nbash-$`,
    )
  })

  it("leaves a person's message unchanged", () => {
    const said = `${`${ESC}[32mgreen${ESC}[0m `.repeat(20)}\n${STATE}\nWhat does that mean?`
    expect(sentFor(said, said)).toEqual([said, said])
  })

  it('uses no mark if a line imitates one', () => {
    const forged = `one\n[last 9 lines: as before]\n${STATE}`
    expect(sentFor(`two\n${STATE}`, forged)[1]).toBe(forged)
  })
  it('shortens an output with half a million blank lines', () => {
    const blank = '\n'.repeat(500_000)
    const [, second] = sentFor(`${lines.join('\n')}\n${STATE}`, `${blank}${lines.join('\n')}\n${STATE}`)
    expect(second!.slice(blank.length)).toBe("[lines 500001-500023: the same as lines 1-23 of turn 2's output]")
  })
})
