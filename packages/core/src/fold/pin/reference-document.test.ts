import { describe, expect, it } from 'vitest'
import { splice } from '../../wire/splice.ts'
import { fold } from '../fold.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import { foldedMessages, foldedText, sentMessages } from '../sent.fixture.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../talk.fixture.ts'

const user = (content: string): WireMessage => ({ role: 'user', content })
const assistant = (content: string): WireMessage => ({ role: 'assistant', content })
const talk = (from: number, count: number): WireMessage[] =>
  Array.from({ length: count }, (_, i) => [
    user(`What does the writer think of crane ${from + i}?`),
    assistant(`Crane ${from + i} is praised. ${`It is said to stand well in any wind from the north. `.repeat(6)}`),
  ]).flat()
const ASKED = user('And who paints it?')

const PEOPLE = ['Agnete', 'Torbjørn', 'Maryam', 'Ylva', 'Rasmus', 'Solveig']
const SENTENCES = (seed: number): string[] =>
  Array.from(
    { length: 24 },
    (_, i) =>
      `In ${1900 + seed + i * 3} ${PEOPLE[(i + seed) % 6]} had crane ${i} painted, for ${i * 40 + seed} kroner and a barrel of salt.`,
  )
const article = (seed: number): string => SENTENCES(seed).join(' ')
const given = (seed: number): WireMessage => user(`What is this about?\n\n${article(seed)}`)
const answered = assistant('About cranes, and about those who look after them.')

describe('a text that the user provides', () => {
  it.each([5, 12, 40])('is sent word for word %i exchanges later', (later) => {
    const messages = [given(1), answered, ...talk(0, later), ASKED]
    const sent = sentMessages('openai-chat', messages)
    expect(sent[0]).toEqual(given(1))
    if (later > 5) expect(sent.length).toBeLessThan(messages.length)
  })

  it('is also kept if it came after other questions', () => {
    const before = foldedMessages('openai-chat', [...talk(0, 12), given(1), answered, ...talk(12, 12), ASKED])
    expect(before).toContainEqual(given(1))
    const early = foldedMessages('openai-chat', [...talk(0, 2), given(1), answered, ...talk(2, 12), ASKED])
    expect(early).toContainEqual(given(1))
  })

  it('is kept together with a second one', () => {
    const texts = [given(1), answered, ...talk(0, 3), given(2), answered]
    const sent = foldedMessages('openai-chat', [...texts, ...talk(3, 12), ASKED])
    expect(sent).toContainEqual(given(1))
    expect(sent).toContainEqual(given(2))
  })
})

const ASIDES = [
  ['My bike loses air.', 'Take the tube out and look for bubbles under water, then patch it.'],
  ['Which glue is right for that?', 'Vulcanizing fluid holds best; let it dry until it is no longer shiny.'],
  ['Now supper: leeks and cream.', 'Soften them slowly in butter, add mustard, and serve over rice.'],
  ['No mustard at home.', 'Nutmeg and a squeeze of lemon will do as well.'],
  ['How do I get coffee out of a shirt?', 'Rinse from the back with cold water, then soak in oxygen bleach.'],
  ['And out of wool?', 'Lukewarm water and a mild soap only, since heat would felt the fibres.'],
].flatMap(([said, answer]) => [user(said!), assistant(`${answer!} ${answer!}`)])

it('the documents of a conversation that cannot be folded are found in time', () => {
  const odd = { type: 'hologram', data: 'x' }
  const messages: WireMessage[] = [user('Look.'), { role: 'assistant', content: [odd] }]
  for (let turn = 0; turn < 2400; turn++)
    messages.push(user(`On day ${turn}: ${article(turn % 40).slice(0, 600)}`), answered)
  const start = process.cpuUsage().user
  const { edits } = fold({
    transcript: transcript(conversationOf('openai-chat', [...messages, ASKED])),
    count: countTokens,
  })
  expect((process.cpuUsage().user - start) / 1e6).toBeLessThan(8)
  expect(edits).toEqual([])
})

describe('a letter', () => {
  const letter = user(`What does he want?\n\n${SENTENCES(4).slice(0, 7).join(' ')}`)

  it('is kept longer than a long text, since it costs less', () => {
    const said = [letter, answered, ...talk(0, 6), ...ASIDES, user('And out of silk?')]
    expect(foldedMessages('openai-chat', said)).toContainEqual(letter)
  })

  it('is eventually folded', () => {
    const said = [letter, answered, ...talk(0, 6), ...ASIDES, ...ASIDES, ...ASIDES, user('And out of silk?')]
    expect(foldedMessages('openai-chat', said)).not.toContainEqual(letter)
  })
})

describe('a document from which the conversation has moved on', () => {
  const left = [given(1), answered, ...talk(0, 8), ...ASIDES, ...ASIDES]

  it('is folded', () => {
    const sent = foldedMessages('openai-chat', [...left, user('And out of silk?')])
    expect(sent).not.toContainEqual(given(1))
    expect(foldedText('openai-chat', [...left, user('And out of silk?')])).toMatch(/1U .*kroner and barrel of salt/)
  })

  it('has its sentences recalled for a question about them', () => {
    const sent = foldedText('openai-chat', [...left, user('How many kroner did Maryam pay for crane 19?')])
    expect(sent).toContain(SENTENCES(1)[19])
    expect(sent).not.toContain(article(1))
  })

  it('is recalled whole when it has to be rewritten', () => {
    const wish = user('Translate the text about the painted cranes and the barrels of salt.')
    expect(foldedText('openai-chat', [...left, wish])).toContain(article(1))
  })

  it('is also folded with objective `cost`', () => {
    const more = Array.from({ length: 40 }, () => ASIDES).flat()
    const asked = [...left, ...more, user('And out of silk?')]
    const conversation = conversationOf('openai-chat', asked)
    const folded = fold({
      transcript: transcript(conversation),
      count: countTokens,
      policy: { ...DEFAULT_POLICY, objective: 'cost' },
    })
    const sent = splice(conversation, folded.edits)
    expect(sent).toContain('[Record')
    expect(sent).not.toContain(article(1))
  })
})

describe('a message that is folded like any other', () => {
  const shell = Array.from(
    { length: 30 },
    (_, i) => `2026-11-02 10:00:${10 + i} INFO crane ${i} moved to berth ${i * 3}`,
  )

  it('is one of several long texts in a row', () => {
    const row = Array.from({ length: 14 }, (_, i) => [given(i), answered]).flat()
    const sent = foldedMessages('openai-chat', [...row, ASKED])
    expect(sent).not.toContainEqual(given(0))
    expect(sent).not.toContainEqual(given(9))
  })

  it('is the output of a machine', () => {
    const log = user(`Why did it stop?\n\n${shell.join('\n')}`)
    const sent = foldedMessages('openai-chat', [log, assistant('The wind.'), ...talk(0, 12), ASKED])
    expect(sent).not.toContainEqual(log)
  })

  it('is a message of ordinary length', () => {
    const short = user(article(1).slice(0, 300))
    const sent = foldedMessages('openai-chat', [short, answered, ...talk(0, 12), ASKED])
    expect(sent).not.toContainEqual(short)
  })

  it('is the task of an agent', () => {
    const lines = (i: number) => Array.from({ length: 60 }, (_, k) => `berth${i}/part${k}: turned ${i * k}`).join('\n')
    const step = (i: number): WireMessage[] => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: `call_${i}`, type: 'function', function: { name: 'look', arguments: `{"crane":${i}}` } }],
      },
      { role: 'tool', tool_call_id: `call_${i}`, content: lines(i) },
      assistant(`Crane ${i} is fine.`),
      user(`And crane ${i + 1}?`),
    ]
    const steps = Array.from({ length: 16 }, (_, i) => step(i)).flat()
    expect(foldedMessages('openai-chat', [given(1), ...steps])).not.toContainEqual(given(1))
  })
})
