import type { Question, Recording, WireBlock, WireMessage } from './recordings.ts'
import type { WireKind } from './scoring.ts'

const PLACES = ['Lisbon', 'Tromsø', 'Kyoto', 'Quito', 'Accra', 'Tallinn', 'Hobart', 'Bergen', 'Cusco', 'Nairobi']
const SENTENCE = 'and we talked for a while about the weather, the food and what the people there like to do on Sundays'

/** The text of turn `turn`. Each turn has different figures. */
function said(turn: number): string {
  const place = PLACES[turn % PLACES.length]!
  return `In ${place} the ferry number ${1000 + turn * 37} leaves at ${(turn % 12) + 6}:15, ${SENTENCE}.`
}

/** A generated talk of `turns` turns with a question about an early one. With `hasTools`, each third turn calls a tool. */
export function makeTalk(turns: number, kind: WireKind, hasTools: boolean): Recording {
  const messages: WireMessage[] = [{ role: 'system', content: 'Be brief.' }]
  for (let turn = 1; turn <= turns; turn++) {
    messages.push({ role: 'user', content: said(turn) })
    if (hasTools && turn % 3 === 0) messages.push(...toolSteps(turn, kind))
    messages.push({ role: 'assistant', content: `Noted for turn ${turn}, ${SENTENCE}, and then some more about it.` })
  }
  const evidence = [messages.findIndex(({ content }) => content === said(2))]
  const qa: Question[] = [
    { question: 'When does the ferry from Kyoto leave?', answer: '8:15', evidence, kind: 'single' },
    { question: 'What was never said?', answer: 'nothing', evidence, kind: 'abstention' },
  ]
  return { format: kind, messages, qa }
}

function toolSteps(turn: number, kind: WireKind): WireMessage[] {
  const rows = Array.from({ length: 12 }, (_, row) => `/srv/ferries/${turn}/berth-${turn * 100 + row}.json: open`)
  const calls = [1, 2].map((step) => `call_${turn}_${step}`)
  if (kind === 'openai') {
    const call = (id: string) => ({ id, type: 'function', function: { name: 'list', arguments: `{"turn":${turn}}` } })
    const results = calls.map((id): WireMessage => ({ role: 'tool', tool_call_id: id, content: rows.join('\n') }))
    return [{ role: 'assistant', content: null, tool_calls: calls.map(call) }, ...results]
  }
  const uses = calls.map((id): WireBlock => ({ type: 'tool_use', id, name: 'list', input: { turn } }))
  const results = calls.map((id): WireBlock => ({ type: 'tool_result', tool_use_id: id, content: rows.join('\n') }))
  return [
    { role: 'assistant', content: [{ type: 'text', text: 'I look.' }, ...uses] },
    { role: 'user', content: results },
  ]
}

/** Requests of a talk: its prefixes that end before an answer. */
export function requestsIn({ messages }: Recording): WireMessage[][] {
  return [...messages.keys()].filter((i) => messages[i]!.role === 'assistant').map((i) => messages.slice(0, i))
}
