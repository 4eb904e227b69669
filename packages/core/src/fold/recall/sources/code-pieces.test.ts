import { describe, expect, it } from 'vitest'
import { unindented } from '../../record/read-record.fixture.ts'
import { foldedText } from '../../sent.fixture.ts'
import type { WireMessage } from '../../talk.fixture.ts'

const user = (content: string): WireMessage => ({ role: 'user', content })
const assistant = (content: string): WireMessage => ({ role: 'assistant', content })

const CODE = {
  load: 'def load(path):\n    with open(path, encoding="cp1252") as handle:\n        return list(csv.DictReader(handle))',
  rate: 'def rate(row):  # in `duty`\n    return Decimal(row.get("duty") or 19) / 100',
  totals: 'def totals(rows):\n    for row in rows:\n        sums[row["quay"]] += row["fee"].quantize(CENT)',
}
const fenced = (code: string) => `\`\`\`python\n${code}\n\`\`\``
const PROGRAM = [
  user('How do I read the list of quays, some of which have umlauts in them?'),
  assistant(`Try the encoding of the old machines:\n\n${fenced(CODE.load)}\n\nIt reads all of them at once.`),
  user('Some have a duty of seven per cent in a column of their own, and others have none.'),
  assistant(`Take nineteen where the column is empty:\n\n${fenced(CODE.rate)}\n\nNothing else has to change.`),
  user('And what does each quay earn?'),
  assistant(`Add it up:\n\n${fenced(CODE.totals)}\n\nThat rounds each of them.`),
]
const ASIDES = Array.from({ length: 6 }, (_, i) => [
  user(`What should I see in harbour number ${i}, if I have ${i + 2} hours there?`),
  assistant(`Harbour ${i} has ${i * 3 + 2} cranes. ${`Begin at quay ${i}, and look up at the jib. `.repeat(12)}`),
]).flat()

const sentOf = (next: string): string => unindented(foldedText('openai-chat', [...PROGRAM, ...ASIDES, user(next)]))

describe('a program that was written in pieces', () => {
  it.each([
    'Add an option --json to it, please.',
    'Now I get KeyError: quay in totals.',
    'It crashes on the third file.',
    'Jetzt kommt ein Fehler in der zweiten Zeile.',
  ])('is recalled in all its pieces: %s', (next) => {
    const sent = sentOf(next)
    for (const code of Object.values(CODE)) expect(sent).toContain(code)
  })

  it('stays folded for a question about something else', () => {
    const sent = sentOf('And which harbour is the quietest in winter?')
    for (const code of Object.values(CODE)) expect(sent).not.toContain(code)
  })

  it('is recalled up to a limit, with the best matches first', () => {
    const long = Array.from({ length: 12 }, (_, i) => [
      user(`Write step ${i} of the crane.`),
      assistant(fenced(`def step_${i}(crane):\n${`    crane.turn(${i}, ${i * 7})\n`.repeat(16)}`)),
    ]).flat()
    const sent = unindented(
      foldedText('openai-chat', [...PROGRAM, ...long, ...ASIDES, user('Rename load in all files.')]),
    )
    expect(sent).toContain(CODE.load)
    const steps = long.filter(
      ({ role, content }) => role === 'assistant' && sent.includes((content as string).slice(10, 400)),
    )
    expect(steps.length).toBeGreaterThan(0)
    expect(steps.length).toBeLessThan(8)
  })
})
