import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { fold } from './fold.ts'
import { type FoldState, sizeOfState } from './state.ts'
import { conversationOf, transcript, type WireMessage } from './talk.fixture.ts'

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as () => void

/** Collects garbage three times, since weakly held objects are freed by a later collection. */
function collect(): void {
  for (let time = 0; time < 3; time++) gc()
}

const count = (text: string) => Math.ceil(text.length / 4)
const COPIES = 24
const WARM = 6

function talk(turns: number, answer: (turn: number) => string): WireMessage[] {
  return Array.from({ length: turns }, (_, turn): WireMessage[] => [
    { role: 'user', content: `What about ship ${turn} of the ${turn * 7} in the harbour?` },
    { role: 'assistant', content: answer(turn) },
  ]).flat()
}

function stateOf(messages: readonly WireMessage[]): FoldState {
  return fold({ transcript: transcript(conversationOf('openai-chat', messages)), count }).state
}

/** Bytes that a state keeps alive, including those outside of the heap, averaged over a few equal ones. */
function measured(messages: readonly WireMessage[]): number {
  // The first ones fill shared caches: facts of words, compiled code.
  const held: FoldState[] = Array.from({ length: WARM }, () => stateOf(messages))
  collect()
  collect()
  const before = process.memoryUsage()
  for (let copy = 0; copy < COPIES; copy++) held.push(stateOf(messages))
  collect()
  const after = process.memoryUsage()
  expect(held.length).toBe(COPIES + WARM)
  return (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / COPIES
}

const words = (turn: number) => Array.from({ length: 400 }, (_, at) => `w${(turn * 400 + at).toString(36)}`).join(' ')

test.each<{ name: string; messages: WireMessage[] }>([
  { name: 'a talk', messages: talk(40, (turn) => `Ship ${turn} has ${turn} masts and sails at ${turn % 12} o'clock.`) },
  { name: 'unique words', messages: talk(16, words) },
  {
    name: 'long answers',
    messages: talk(12, (turn) => `The pier ${turn} is long. It costs ${turn} EUR. `.repeat(300)),
  },
  {
    name: 'corrections',
    messages: talk(40, (turn) => `The meeting is on Friday, no, on Monday, ${1 + (turn % 28)} May.`),
  },
])('the estimated size of a state is 0.7 to 8 times the bytes that it keeps alive: $name', ({ messages }) => {
  const size = sizeOfState(stateOf(messages))
  const bytes = measured(messages)
  expect(size).toBeGreaterThan(0.7 * bytes)
  expect(size).toBeLessThan(8 * Math.max(bytes, 20_000))
})
