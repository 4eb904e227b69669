import { describe, expect, it } from 'vitest'
import type { Caching } from '../caching.ts'
import { fold } from './fold.ts'
import { foldedMessages } from './sent.fixture.ts'
import { conversationOf, countTokens, requestsOf, transcript, type WireMessage } from './talk.fixture.ts'

const ROOMS = 'harbour|school|bakery|glasshouse|ferry|garden|bridge|archive|mill|chapel|foundry|orchard'.split('|')

/** A chat with distinct answers, after system text of some length. */
function chat(turns: number, systemSentences: number): WireMessage[] {
  const system = Array.from({ length: systemSentences }, (_, i) => `Rule ${i} is to answer briefly and politely.`)
  const messages: WireMessage[] = [{ role: 'system', content: system.join(' ') }]
  for (let i = 0; i < turns; i++) {
    const place = ROOMS[i % ROOMS.length]
    const answer = [1, 2, 3].map(
      (k) =>
        `Clerk ${i * 7 + k} of the ${place} counted ${i * 131 + k * 17} crates on ${k + 3} March and sent ${i + k} on.`,
    )
    messages.push(
      { role: 'user', content: `What happened at the ${place} in week ${i}, and who was there with Ansgar ${i * 3}?` },
      { role: 'assistant', content: answer.join(' ') },
    )
  }
  return messages
}

const AUTOMATIC: Caching = { kind: 'automatic', write: 1, leastTokens: 1024 }

/** Tokens of the history and of all digests after each turn, at a provider with automatic caching. */
function digestsOf(messages: readonly WireMessage[]): { history: number; digests: number }[] {
  let state: ReturnType<typeof fold>['state'] | undefined
  return requestsOf(messages).map((request) => {
    const conversation = conversationOf('openai-chat', request)
    const input = { transcript: transcript(conversation), state, count: countTokens, caching: AUTOMATIC }
    state = fold(input).state
    return { history: state.historyTokens, digests: state.digestTokens }
  })
}

describe('room of the digests', () => {
  it('is filled up to the cacheable minimum if the unfolded conversation would be cached', () => {
    const folded = digestsOf(chat(90, 1)).filter(({ history, digests }) => history > 1300 && digests > 0)
    expect(folded.length).toBeGreaterThan(40)
    for (const { digests } of folded) expect(digests).toBeGreaterThan(900)
  })

  it('holds nearly every message of a user who gets answers of equal length, while the conversation is short', () => {
    const folded = shortTalk(32)
    const text = JSON.stringify(folded)
    const absent = Array.from({ length: 32 }, (_, i) => `${7 * i + 213} euros`).filter((price) => !text.includes(price))
    expect(text).toContain('[Record')
    expect(absent.length).toBeLessThan(3)
  })

  it('holds every message of a user who writes as much as the assistant, in messages of some length', () => {
    const text = JSON.stringify(longMessages(24))
    const absent = Array.from({ length: 24 }, (_, i) => `${7 * i + 213} euros`).filter((price) => !text.includes(price))
    expect(text).toContain('[Record')
    expect(absent).toEqual([])
  })
})

describe('a dialogue with tools', () => {
  it('keeps more than half of the figures in answers about mails', () => {
    const sent = foldedMessages(
      'openai-chat',
      toolTalk((mail) => mail.join('\n')),
    )
    const lines = sent.flatMap(({ content }) => String(content).split('\n'))
    const told = Array.from({ length: 28 }, (_, i) => [
      `${131 * i + 1017} crates`,
      `${i + 12} minutes`,
      `Bay ${i + 60}`,
    ])
    const absent = told.flat().filter((figure) => !lines.some((line) => /^\d+A /.test(line) && line.includes(figure)))
    expect(absent.length).toBeLessThan(told.flat().length / 2.4)
  })

  it('does not offer a sentence of an answer again', () => {
    const talk = toolTalk((mail) => JSON.stringify({ ...mail }))
    const { state } = fold({ transcript: transcript(conversationOf('openai-chat', talk)), count: countTokens })
    expect(state.digests.length).toBeGreaterThan(0)
    expect(state.waiting.filter(({ item }) => item.isSaid && item.speaker === 'assistant')).toEqual([])
  })
})

/** A dialogue in which a tool reads a mail for each question, in the form that `write` gives it. */
function toolTalk(write: (mail: readonly string[]) => string): WireMessage[] {
  const messages = Array.from({ length: 30 }, (_, i): WireMessage[] => {
    const place = ROOMS[i % ROOMS.length]
    const call = { id: `call_${i}`, type: 'function', function: { name: 'read_mail', arguments: `{"mail":"m${i}"}` } }
    const mail = [
      `From: clerk${i}@${place}.example`,
      `Subject: Re: Re: news of the ${place}`,
      '',
      'Dear colleague, thank you for your patience, it was a long week and half of us are ill.',
      `We have counted again, and there are ${131 * i + 1017} crates in the yard, not what the list says.`,
      'Would you please tell the driver to ring first, because the gate is locked after lunch?',
      `Kind regards from the ${place}`,
    ]
    return [
      { role: 'user', content: `What does the ${place} write about the delivery of week ${i}?` },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: call.id, content: write(mail) },
      {
        role: 'assistant',
        content:
          `The ${place} counted ${131 * i + 1017} crates. The driver has to ring ${i + 12} minutes before, as the gate is ` +
          `locked after lunch. ${3 * i + 40} of the clerks of the ${place} are ill. Bay ${i + 60} is full until the ${(i % 28) + 1}th.`,
      },
    ]
  }).flat()
  return [...messages, { role: 'user', content: 'thank you' }]
}

/** The sent messages of a chat in which the user and the assistant write messages of about 90 tokens. */
function longMessages(turns: number): WireMessage[] {
  const messages = Array.from({ length: turns }, (_, i): WireMessage[] => [
    {
      role: 'user',
      content: `the joiner for the ${ROOMS[i % ROOMS.length]} wants ${7 * i + 213} euros and starts on the ${(i % 28) + 1}th, my brother finds that a bit late. he says that his neighbour had the same work done in spring by two men from the next town, who came when they liked, left their tools in the hall and took twice as long as they had promised, so perhaps we should not hurry`,
    },
    {
      role: 'assistant',
      content: `Noted: the joiner, and the start on the ${(i % 28) + 1}th. Good craftsmen are booked for weeks, and one who comes late but on the day is better than one who comes when he likes. You may ask for a written date, for the names of two earlier customers, and for a bill by the hour with a maximum. Then nobody is surprised later, neither you nor your brother nor the neighbour.`,
    },
  ]).flat()
  return foldedMessages('openai-chat', [...messages, { role: 'user', content: 'thank you' }])
}

/** The sent messages of a chat in which the user says as much as the assistant. */
function shortTalk(turns: number): WireMessage[] {
  const messages = Array.from({ length: turns }, (_, i): WireMessage[] => [
    {
      role: 'user',
      content: `the joiner for the ${ROOMS[i % ROOMS.length]} wants ${7 * i + 213} euros and starts on the ${(i % 28) + 1}th, my brother finds that a bit late`,
    },
    {
      role: 'assistant',
      content: `Noted: the joiner, and the start on the ${(i % 28) + 1}th. Shall I ask for an earlier day?`,
    },
  ]).flat()
  return foldedMessages('openai-chat', [...messages, { role: 'user', content: 'thank you' }])
}
