import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PATHS, type Wire } from '../harness/wire.ts'
import { bodyOf, type Piece } from './bodies/conversation.ts'
import { report } from './support/figures.ts'
import { readRecord, textsIn } from './support/record-reader.ts'
import { IS_LONG, sized } from './support/run-length.ts'
import { startVictim, type Victim } from './support/start-victim.ts'

const RULES = [
  'Never pay anyone without my written approval.',
  'Do not push to the branch main before I have looked at it.',
  'Always ask me before you delete a file.',
]
const NOTES =
  'This folder holds notes of the harbour office, which several people wrote over the years, in no order that I could find. '

/** Tool output full of identifiers, paths or errors, which competes with everything else for room in a digest. */
const OUTPUTS: Readonly<Record<string, (part: number) => string>> = {
  rows: (part) => lines(60, (i) => `row ${part * 100 + i} alpha beta gamma delta epsilon ${part}${i} zeta`),
  identifiers: (part) =>
    JSON.stringify(Array.from({ length: 150 }, (_, i) => ({ id: `k${part}x${i}y${(i * 7919) % 9973}` }))),
  paths: (part) => lines(300, (i) => `a/${part}${i}`),
  errors: (part) => lines(60, (i) => `error E${part}${i}: never pay ${i} EUR, module-${part}-${i} must not fail`),
}

type Place = 'first' | 'middle' | 'after a long text'
const PLACES: readonly Place[] = ['first', 'middle', 'after a long text']
const TURNS = 20

const CASES = (['openai', 'anthropic'] as const)
  .flatMap((wire) => Object.keys(OUTPUTS).flatMap((output) => PLACES.map((place) => ({ wire, output, place }))))
  .filter((_, i) => IS_LONG || i % 2 === (i < 12 ? 0 : 1))

let victim: Victim

beforeAll(async () => {
  victim = await startVictim('user')
})
afterAll(() => victim?.stop())

describe('a rule of the user is kept word for word', () => {
  test.for(CASES)(
    'stated at: $place; beside tool output of $output, over $wire',
    { timeout: 120_000 },
    async (given, context) => {
      const { wire, output, place } = given
      const missing: string[] = []
      let conversations = 0
      for (const rule of sized(RULES, RULES.slice(0, 1))) {
        const pieces: Piece[] = []
        for (let turn = 0; turn < TURNS; turn++) {
          pieces.push({ role: 'user', text: `${ruleIn(place, turn, rule)}Please look at part ${turn}.` })
          pieces.push(...toolTurn(turn, OUTPUTS[output]!))
          if (turn < TURNS - 1 && (!IS_LONG || turn < 6 || turn % 2)) continue
          conversations++
          const lost = await lostIn({ wire, pieces, rule, session: `${wire}-${output}-${place}-${rule}` })
          if (lost) missing.push(`turn ${turn + 1}: ${lost}`)
        }
      }
      report(context, { conversations, lost: missing.length })
      expect(missing).toEqual([])
    },
  )

  test.for(['openai', 'anthropic'] as const)(
    'although the output of an earlier tool contains the same sentence, over %s',
    async (wire, context) => {
      const missing: string[] = []
      let conversations = 0
      for (const rule of RULES) {
        const pieces: Piece[] = [{ role: 'user', text: 'Look at the invoices.' }]
        for (let turn = 0; turn < 24; turn++) {
          const output = (part: number) =>
            part === 1 ? `${rule}\nerror: failed\n${OUTPUTS.rows!(part)}` : OUTPUTS.rows!(part)
          pieces.push(...toolTurn(turn, output), { role: 'user', text: turn === 10 ? rule : `Now part ${turn + 1}.` })
          if (turn < 23 && (!IS_LONG || turn < 14 || turn % 2)) continue
          conversations++
          const lost = await lostIn({ wire, pieces, rule, session: `said-${wire}-${rule}` })
          if (lost) missing.push(`turn ${turn + 1}: ${lost}`)
        }
      }
      report(context, { conversations, lost: missing.length })
      expect(missing).toEqual([])
    },
  )
})

function ruleIn(place: Place, turn: number, rule: string): string {
  if (place === 'first') return turn === 0 ? `${rule} ` : ''
  if (place === 'middle') return turn === 3 ? `${rule} ` : ''
  return turn === 0 ? `${NOTES.repeat(6)}${rule} ` : ''
}

function toolTurn(turn: number, output: (part: number) => string): Piece[] {
  const calls = [0, 1].flatMap((part): Piece[] => [
    { calls: [{ id: `c${turn}-${part}`, args: `{"part":${turn}}` }] },
    { results: [{ id: `c${turn}-${part}`, text: output(turn === 0 ? 0 : turn * 10 + part) }] },
  ])
  return [...calls, { role: 'assistant', text: `Part ${turn} is fine.` }]
}

/** How the rule was lost; undefined if the provider receives it as a statement of the user. */
async function lostIn(given: {
  wire: Wire
  pieces: readonly Piece[]
  rule: string
  session: string
}): Promise<string | undefined> {
  const { wire, pieces, rule, session } = given
  const body = bodyOf(wire, [...pieces, { role: 'user', text: 'Do now what lies in part 3.' }])
  const headers = { 'x-session-id': session.replace(/\W+/g, '-').slice(0, 100) }
  const answer = await victim.post(PATHS[wire], { body, headers })
  expect(answer.status).toBe(200)
  const texts = textsIn(victim.provider.requests.at(-1)!.json)
  if (texts.some((text) => isOwn(text, rule))) return undefined
  const held = texts.some((text) => text.includes(rule)) ? 'under another head' : 'nowhere'
  return `${answer.headers['x-service-compression']}, ${held}`
}

/** True if the user states the rule in a message or in the record, with any case of its first letter. */
function isOwn(text: string, rule: string): boolean {
  const said = rule.slice(1)
  if (!text.startsWith('[')) return text.includes(said)
  return readRecord(text).some((entry) => entry.head.endsWith('U') && entry.text.includes(said.replace(/\.$/, '')))
}

function lines(count: number, write: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => write(index)).join('\n')
}
