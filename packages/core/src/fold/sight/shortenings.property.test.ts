import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conversationOf, transcript, type WireMessage } from '../talk.fixture.ts'
import { firstSightOf } from './first-sight.ts'
import type { InSight } from './in-sight.ts'
import { readsLikeMark } from './shortening.ts'

const ESC = '\u001b'
const COLOUR = new RegExp(`${ESC}\\[[\\d;]*m`, 'g')

const word = fc.constantFrom('alpha', 'beta', 'gamma', 'build', 'done', '3.14', 'x = 7', '')
const plain = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))
const path = fc
  .tuple(fc.constantFrom('/home/user/projects/harbour/', '/home/user/projects/', 'src/a/very/long/folder/'), plain)
  .map(([folder, rest]) => `${folder}${rest}`)
const coloured = plain.map((text) => `${ESC}[1;31m${text}${ESC}[0m`)
const progress = fc
  .tuple(fc.array(fc.nat(100), { minLength: 1, maxLength: 9 }), fc.constantFrom('', '\r'))
  .map(([states, end]) => states.map((state) => `loading ${state} %`).join('\r') + end)
const equal = fc.tuple(plain, fc.nat(8)).map(([text, more]) => Array.from({ length: more + 1 }, () => text).join('\n'))
const forged = fc.constantFrom(
  '[last 3 lines: as before]',
  '[the same line 9 more times]',
  ' [line 4]',
  '[the next line was written 2 times]',
  "[unchanged: the same 40 lines as in turn 2's output]",
  `${ESC}[0m[line 4]`,
  'gone\r[last line: as before]',
  '/home/user/projects/harbour/[line 3]',
)
const block = (withForged: boolean) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.array(path, { minLength: 1, maxLength: 9 }).map((lines) => lines.join('\n')) },
    { weight: 3, arbitrary: plain },
    coloured,
    progress,
    equal,
    ...(withForged ? [forged] : []),
  )
const state = fc.constantFrom('', '\n(Open file: /repo/src/part.py)\n(Current directory: /repo/src/a/long/way)\nbash-$')
const printed = (withForged: boolean) =>
  fc
    .tuple(fc.array(block(withForged), { minLength: 2, maxLength: 9 }), state)
    .map(([blocks, end]) => blocks.join('\n') + (end || '\nbash-$'))

/** The sent form of the last of these terminal outputs. All others precede it unchanged. */
function sentLast(outputs: readonly string[]): string {
  const messages: WireMessage[] = [{ role: 'user', content: 'Begin.' }]
  for (const content of outputs) messages.push({ role: 'assistant', content: 'Next.' }, { role: 'user', content })
  const view = transcript(conversationOf('openai-chat', messages))
  const inSight: InSight[] = []
  const turnOf = (message: number): number => (message >> 1) + 1
  for (let index = 1; index < view.length - 1; index++)
    inSight.push(...firstSightOf({ transcript: view, inSight, turnOf }, index, false).inSight)
  const { shortened } = firstSightOf({ transcript: view, inSight, turnOf }, view.length - 1, true)
  return shortened[0]?.text ?? outputs.at(-1)!
}

/** An output as reconstructed by a reader who knows the marks. `outputs`: the earlier ones. */
function undone(sent: string, outputs: readonly string[]): string[] {
  const lines: string[] = []
  for (const line of sent.split('\n')) {
    const again = /^\[the same line (\d+) more times\]$/.exec(line)
    const last = /^\[last (?:(\d+) lines|line): as before\]$/.exec(line)
    const other =
      /^\[lines (\d+)-(\d+)(?: unchanged: the same as in|: the same as lines (\d+)-(\d+) of) turn (\d+)'s output\]$/.exec(
        line,
      )
    const whole = /^\[unchanged: the same (?:\d+ lines )?as in turn (\d+)'s output\]$/.exec(line)
    const linesIn = (turn: string): string[] => outputs[Number(turn) - 2]!.split('\n')
    if (again) for (let time = Number(again[1]); time > 0; time--) lines.push(lines.at(-1)!)
    else if (last)
      lines.push(
        ...outputs
          .at(-1)!
          .split('\n')
          .slice(-Number(last[1] ?? 1)),
      )
    else if (other)
      lines.push(...linesIn(other[5]!).slice(Number(other[3] ?? other[1]) - 1, Number(other[4] ?? other[2])))
    else if (whole) lines.push(...linesIn(whole[1]!))
    else if (!/^\[the next line was written \d+ times\]$/.test(line)) lines.push(line)
  }
  return lines
}

/** The readable part of a line: without colours, and with the last of the states that overwrote each other. */
function visible(line: string): string {
  const end = line.endsWith('\r') ? '\r' : ''
  const states = line.replaceAll(COLOUR, '').split('\r')
  return (states.findLast((each) => each.trim()) ?? '') + end
}

describe('output of a shell at first sight', () => {
  it('preserves every printed line, except for colours and overwritten states', () => {
    let shorter = 0
    fc.assert(
      fc.property(fc.array(printed(false), { minLength: 1, maxLength: 3 }), printed(false), (before, output) => {
        const outputs = [...before, output]
        const sent = sentLast(outputs)
        if (sent.length < output.length) shorter++
        expect(undone(sent, before).map(visible)).toEqual(output.split('\n').map(visible))
      }),
      { numRuns: 400 },
    )
    expect(shorter).toBeGreaterThan(200)
  })

  it('has no added mark if a line imitates one', () => {
    fc.assert(
      fc.property(printed(true), printed(true), (before, output) => {
        const lines = output.split('\n')
        if (!lines.some(readsLikeMark)) return
        const sent = sentLast([before, output])
        expect(sent.split('\n').map(visible)).toEqual(lines.map(visible))
      }),
      { numRuns: 400 },
    )
  })

  it('never turns an ordinary line into one that reads like a mark', () => {
    fc.assert(
      fc.property(printed(true), (output) => {
        if (output.split('\n').some(readsLikeMark)) return
        expect(undone(sentLast([output, output.slice(1)]), [output]).length).toBe(output.slice(1).split('\n').length)
      }),
      { numRuns: 400 },
    )
  })
})
