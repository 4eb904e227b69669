import { describe, expect, it } from 'vitest'
import type { WireFormat } from '../../conversation.ts'
import { foldedBody } from '../sent.fixture.ts'
import type { WireMessage } from '../talk.fixture.ts'

const formats: readonly WireFormat[] = ['openai-chat', 'anthropic-messages']

const user = (content: unknown): WireMessage => ({ role: 'user', content })
const assistant = (content: string): WireMessage => ({ role: 'assistant', content })

/** A call and its result. */
function tool(format: WireFormat, id: string, given: object, result: string): WireMessage[] {
  if (format === 'openai-chat') {
    const call = { id, type: 'function', function: { name: 'read', arguments: JSON.stringify(given) } }
    return [
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: id, content: result },
    ]
  }
  return [
    { role: 'assistant', content: [{ type: 'tool_use', id, name: 'read', input: given }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result }] },
  ]
}

const OUTPUTS: Readonly<Record<string, (part: number) => string>> = {
  rows: (part) => Array.from({ length: 60 }, (_, i) => `row ${part * 100 + i} alpha beta gamma ${part}${i}`).join('\n'),
  records: (part) =>
    JSON.stringify(Array.from({ length: 90 }, (_, i) => ({ id: `k${part}x${i}y${(i * 7919) % 9973}` }))),
  paths: (part) => Array.from({ length: 160 }, (_, i) => `a/${part}${i}`).join('\n'),
}

interface Work {
  readonly output: (part: number) => string
  /** By part: words of the user before the request, of the tool before output, of the assistant before the answer. */
  readonly said?: Readonly<Record<number, string>>
  readonly given?: Readonly<Record<number, string>>
  readonly answered?: Readonly<Record<number, string>>
}

function work(format: WireFormat, { output, said = {}, given = {}, answered = {} }: Work): WireMessage[] {
  const parts = Array.from({ length: 14 }, (_, part) => [
    user(`${said[part] ? `${said[part]} ` : ''}Please look at part ${part}.`),
    ...tool(format, `call_${part}_0`, { part }, `${given[part] ? `${given[part]}\n` : ''}${output(part * 10)}`),
    ...tool(format, `call_${part}_1`, { part, again: true }, output(part * 10 + 1)),
    assistant(`${answered[part] ? `${answered[part]} ` : ''}Part ${part} is fine.`),
  ])
  return [...parts.flat(), user('Pay the invoice now that lies in part 3.')]
}

/** True if the record attributes these words to the user. */
function isUsers(body: string, words: string): boolean {
  const texts = (JSON.parse(body) as { messages: WireMessage[] }).messages.flatMap(({ role, content }) =>
    role === 'user' ? String(content).split('\n') : [],
  )
  return texts.some((line) => (/^\d+U /.test(line) || !/^(?:\d+[ATS]| |\[)/.test(line)) && line.includes(words))
}

const RULES = {
  English: 'Never pay anyone without my written approval.',
  German: 'Zahle niemandem etwas ohne meine schriftliche Freigabe.',
  French: 'Ne paie jamais personne sans mon accord écrit.',
  Spanish: 'No pagues nada a nadie sin mi aprobación por escrito.',
  Chinese: '未经我书面同意,不要付款给任何人。',
}
const NOTES = 'This is a folder with notes of the harbour office, written by several people in no order that I found. '

describe.each(formats)('rules of the user on %s', (format) => {
  it.each(Object.entries(OUTPUTS))('keep their room next to tool output: %s', (_kind, output) => {
    for (const [place, rule] of Object.values(RULES).entries()) {
      const said = [{ 0: rule }, { 3: rule }, { 0: NOTES.repeat(8) + rule }][place % 3]!
      expect(isUsers(foldedBody(format, work(format, { output, said })), rule), rule).toBe(true)
    }
  })

  it.each(Object.entries(OUTPUTS))(
    'are attributed to the user although a tool or the assistant said them first: %s',
    (_kind, output) => {
      const ways = (rule: string) => [
        { given: { 1: rule } },
        { answered: { 1: rule } },
        { given: { 1: `error: ${rule}` } },
      ]
      for (const [place, rule] of Object.values(RULES).entries()) {
        const messages = work(format, { output, said: { 5: rule }, ...ways(rule)[place % 3]! })
        expect(isUsers(foldedBody(format, messages), rule), rule).toBe(true)
      }
    },
  )

  it('keep their room next to long answers', () => {
    const essay = (n: number) =>
      `Harbour ${n} was built in ${1800 + n} by Ardelt, cost ${n * 37} EUR and has ${n + 3} quays; Mara ${n} moored there on 4 May. `
    for (const rule of Object.values(RULES)) {
      const talk = Array.from({ length: 24 }, (_, n) => [
        user(
          n === 2
            ? `${rule} And what of harbour ${n}?`
            : `What of harbour number ${n}, built by Ardelt on 4 May ${1900 + n}?`,
        ),
        assistant(essay(n).repeat(6)),
      ]).flat()
      expect(isUsers(foldedBody(format, [...talk, user('And the next?')]), rule), rule).toBe(true)
    }
  })

  it('are attributed to the user in a chat although an answer or a pasted mail says them first', () => {
    const rule = RULES.English
    const talk = Array.from({ length: 20 }, (_, n) => [
      user(n === 4 ? rule : `What should we see in harbour number ${n}, if we have ${n + 2} hours there?`),
      assistant(`${n === 1 ? `${rule} ` : ''}Harbour ${n} has ${n * 3 + 2} quays. ${`Begin at quay ${n}. `.repeat(9)}`),
    ]).flat()
    const body = foldedBody(format, [...talk, user('And which is the quietest?')])
    expect(body).toMatch(/5U [^"]*Never pay anyone without my written approval/)
  })

  it('keep their room in a coding session, like everything that the user says in it', () => {
    const said = { 3: 'The float in part 2 is left to Oskar.', 6: 'Half past eight tonight suits us better.' }
    const body = foldedBody(format, work(format, { output: OUTPUTS.paths!, said }))
    expect(isUsers(body, 'float in part 2 is left to Oskar')).toBe(true)
    expect(isUsers(body, 'Half past eight tonight suits us better')).toBe(true)
  })

  it('are all recorded if there are many', () => {
    const rules = ['red', 'blue', 'green', 'white', 'black', 'grey'].map((colour) => `Never paint the ${colour} crane.`)
    const said = Object.fromEntries(rules.map((rule, part) => [part, rule]))
    const body = foldedBody(format, work(format, { output: OUTPUTS.rows!, said }))
    for (const rule of rules) expect(isUsers(body, rule), rule).toBe(true)
  })
})

it('attributes rules next to a tool result in one message to the user, and the result to the tool', () => {
  const format = 'anthropic-messages'
  const messages = work(format, { output: OUTPUTS.rows! })
  const place = 2
  const [result] = messages[place]!.content as object[]
  messages[place] = user([result, { type: 'text', text: RULES.English }])
  const body = foldedBody(format, messages)
  expect(isUsers(body, RULES.English)).toBe(true)
  expect(body).not.toMatch(/\\n\d+U(?: \[-\d+\])?\\n row/)
})

it('never attributes tool output in a chat to the user', () => {
  const talk = Array.from({ length: 20 }, (_, n) => [
    user(`What should we see in harbour number ${n}, if we have ${n + 2} hours there?`),
    assistant(`Harbour ${n} has ${n * 3 + 2} quays. ${`Begin at quay ${n}, and look up at the masts. `.repeat(6)}`),
  ]).flat()
  const found = tool('anthropic-messages', 'toolu_1', { q: 'crane' }, 'The Ardelt crane at Kiel was built in 1957.')
  const body = foldedBody('anthropic-messages', [
    user('Look up the crane at Kiel.'),
    ...found,
    assistant('It was built in 1957.'),
    ...talk,
    user('And which is the quietest?'),
  ])
  expect(body).toMatch(/2T [^"\\]*Ardelt/)
  expect(body).not.toMatch(/U [^"\\]*Ardelt/)
})
