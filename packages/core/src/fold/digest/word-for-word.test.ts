import { describe, expect, it } from 'vitest'
import { isWordForWord } from '../pin/persistent-instructions.ts'
import { foldedText } from '../sent.fixture.ts'
import type { WireMessage } from '../talk.fixture.ts'

const RULES = [
  'Always end your answer with the line "Next: <one suggestion>".',
  'Reply only with yes/no/maybe, in lower case.',
  "Use this template: 'Name -> Place (Year)' for every item.",
  'Format dates as YYYY-MM-DD and money as 1.234,50 €.',
  'Give every answer as a table with the columns | City | Fee | Due |.',
  'Each time I write "go", give me the next exercise; when I write "stop", sum up.',
  'Ask me one at a time.',
  'Never push to the branch release/1.x without a review.',
  'Antworte ab jetzt immer mit „Jawohl, …“ am Anfang.',
  'À partir de maintenant, réponds toujours en tutoyant et sans listes.',
  'Siempre responde en una sola línea: clave=valor;clave=valor.',
  '从现在开始必须用「您好」开头，不要使用列表。',
]

const SMALL_TALK = Array.from({ length: 12 }, (_, i) => [
  { role: 'user', content: `What should I see in harbour number ${i}, if I have ${i + 2} hours there?` },
  {
    role: 'assistant',
    content: `Harbour ${i} has ${i * 3 + 2} cranes. ${`Begin at quay ${i}, and look up at the jib. `.repeat(6)}`,
  },
]).flat()

const listing = (index: number): WireMessage[] => [
  { role: 'user', content: `What lies at quay ${index} now?` },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `call_${index}`, type: 'function', function: { name: 'list', arguments: '{"path":"/quay"}' } }],
  },
  {
    role: 'tool',
    tool_call_id: `call_${index}`,
    content: Array.from({ length: 60 }, (_, n) => `/quay/${index}/ship-${index * 100 + n}.txt: moored`).join('\n'),
  },
  { role: 'assistant', content: `Sixty ships lie at quay ${index}.` },
]

const sentOf = (messages: readonly WireMessage[]): string => foldedText('openai-chat', messages)

describe('a rule of the user', () => {
  const next: WireMessage = { role: 'user', content: 'And which harbour is the quietest?' }

  it.each(RULES)('is recorded word for word in the digest of a chat: %s', (rule) => {
    const messages = [...SMALL_TALK]
    messages.splice(4, 0, { role: 'user', content: rule }, { role: 'assistant', content: 'Gladly.' })
    expect(sentOf([...messages, next])).toContain(rule)
  })

  it.each(RULES)('is recorded word for word in the ledger of an agent: %s', (rule) => {
    const messages: WireMessage[] = [{ role: 'user', content: `Look after the harbour. ${rule}` }]
    messages.push({ role: 'assistant', content: 'Gladly.' }, ...Array.from({ length: 12 }, (_, i) => listing(i)).flat())
    expect(sentOf([...messages, next])).toContain(rule)
  })
})

describe('isWordForWord', () => {
  it.each(['You must sign every page.', 'Antworte nur auf Deutsch.', '必ず日本語で答えてください。'])(
    'is true for an instruction: %s',
    (text) => {
      expect(isWordForWord(text)).toBe(true)
    },
  )

  it('is false for statements, questions and single requests, however polite', () => {
    for (const sentence of [
      'My sister lives in a small town near the lower harbour.',
      'Could you recommend a quiet harbour, please?',
      'I need to change the day of my journey.',
      'Bitte nenne mir einen ruhigen Hafen.',
      '请推荐一个安静的港口。',
      'Please send the report.',
      'お願いします。',
      'Which of them has the most cranes?',
    ])
      expect(isWordForWord(sentence), sentence).toBe(false)
  })
})
