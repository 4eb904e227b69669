import { describe, expect, it } from 'vitest'
import { holdsCode } from './active-artifact.ts'
import { unindented } from './record/read-record.fixture.ts'
import { foldedMessages, foldedText } from './sent.fixture.ts'
import type { WireMessage } from './talk.fixture.ts'

const user = (content: string): WireMessage => ({ role: 'user', content })
const assistant = (content: string): WireMessage => ({ role: 'assistant', content })

const PROGRAM = ['moor', 'unload', 'weigh', 'store', 'refuel', 'depart']
  .map((step, i) =>
    [
      `def ${step}(ship, limit=${i + 3}):`,
      `    if ship.length > limit * ${i + 11}:`,
      `        raise ValueError(f"{ship.name} is too long to ${step}")`,
      `    return ship.run("${step}", timeout=${i * 5 + 7})`,
    ].join('\n'),
  )
  .join('\n\n')
const FENCED = `\`\`\`python\n${PROGRAM}\n\`\`\``

const SMALL_TALK = Array.from({ length: 8 }, (_, i) => [
  user(`What should I see in harbour number ${i}, if I have ${i + 2} hours there?`),
  assistant(`Harbour ${i} has ${i * 3 + 2} cranes. ${`Begin at quay ${i}, and look up at the jib. `.repeat(6)}`),
]).flat()
const DIAGNOSIS = assistant('Because the length may be missing: guard that at the start of each function, and test it.')

const sentOf = (messages: readonly WireMessage[]): string => foldedText('openai-chat', messages)

describe('holdsCode', () => {
  it('recognises code and data by their shape', () => {
    const table = 'What is the mean depth?\n\nport,cranes,depth\nKiel,12,14\nLisbon,31,17\nOdesa,8,11\nBergen,4,21'
    for (const text of [FENCED, `Look:\n\n${PROGRAM}`, table]) expect(holdsCode(text), text).toBe(true)
  })

  it('does not confuse letters, lists of people or logs with code', () => {
    const letter =
      'Dear all,\n\nthe crane (the old one) is gone.\nWe miss it.\n\n- Marta\n- Jonas\n- Ravi\n- Ines\n- Olu'
    const log = Array.from({ length: 8 }, (_, i) => `2026-11-0${i + 1} 10:00:0${i} INFO crane ${i} moved`).join('\n')
    for (const text of ['What a nice crane!', letter, log]) expect(holdsCode(text), text).toBe(false)
  })
})

describe('code or a long text of the user', () => {
  const gave = [...SMALL_TALK, user(`Here is my harbour, it fails for some ships. Why?\n\n${FENCED}`), DIAGNOSIS]

  it('is sent word for word, for any later message', () => {
    for (const next of [
      'Convert it all to TypeScript.',
      'Put the limits into a file of settings, and read that at the start, once, with a default for each of them.',
    ])
      expect(sentOf([...gave, user(next)])).toContain(PROGRAM)
  })

  it('is kept for some exchanges, and then folded', () => {
    const aside = (i: number) => [
      user(`And what does harbour ${i} charge a yacht?`),
      assistant(`Harbour ${i} charges ${i * 9} a night.`),
    ]
    const asides = (count: number) => Array.from({ length: count }, (_, i) => aside(i)).flat()
    const short = PROGRAM.split('\n\n').slice(0, 2).join('\n\n')
    const some = [...SMALL_TALK, user(`It fails for some ships. Why?\n\n${short}`), DIAGNOSIS]
    expect(sentOf([...some, ...asides(2), user('Convert it all to TypeScript.')])).toContain(short)
    expect(sentOf([...some, ...asides(6), user('Which museums show old sailing boats?')])).not.toContain(short)
  })

  it('is sent word for word if it is prose', () => {
    const essay = Array.from(
      { length: 30 },
      (_, i) => `In year ${i + 1950} the quay got crane ${i * 7}, which the harbour master had long asked for.`,
    )
    const text = essay.join(' ')
    const shown = [
      ...SMALL_TALK,
      user(`What do you think of my text? ${text}`),
      assistant('It is clear, and a little long.'),
    ]
    expect(sentOf([...shown, user('Translate it into German.')])).toContain(text)
  })

  it('is not searched for in the output of a terminal', () => {
    const step = (i: number) => [assistant(`Let me look at part ${i}.`), user(`${FENCED}\n${i}: done, exit 0`)]
    const steps = Array.from({ length: 8 }, (_, i) => step(i)).flat()
    const sent = foldedMessages('openai-chat', [
      user('Fix the harbour.'),
      ...steps,
      assistant('And once more.'),
      user('ok'),
    ])
    const records = sent.map(({ content }) => String(content)).filter((text) => text.startsWith('['))
    expect(records.length).toBeGreaterThan(0)
    for (const record of records) expect(unindented(record)).not.toContain(PROGRAM)
  })
})
