import { describe, expect, it } from 'vitest'
import { fold } from '../fold.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../talk.fixture.ts'
import { BONDS, type Bond, newestAndSurest } from './newer-statements.ts'

const TOPICS = ['tide tables', 'oak joinery', 'rye bread', 'bicycle gears', 'watercolours', 'beehive frames']

/** A talk in which the user makes these statements with other messages between them, and then asks a question. */
function recallOf(statements: readonly string[], question: string): string {
  return recallFor(question, longTalkOf(statements))
}

function longTalkOf(statements: readonly string[]): WireMessage[] {
  return statements.flatMap((statement, at): WireMessage[] => [
    { role: 'user', content: statement },
    { role: 'assistant', content: 'Noted.' },
    ...TOPICS.flatMap((topic, i): WireMessage[] => [
      { role: 'user', content: `Tell me something about ${topic}, part ${at * 6 + i}, with an example from practice.` },
      {
        role: 'assistant',
        content: `On ${topic}: begin slowly, and write down result ${at * 6 + i}. ${`Who knows ${topic} compares notes. `.repeat(8)}`,
      },
    ]),
  ])
}

function recallFor(question: string, talk: readonly WireMessage[]): string {
  const messages = [...talk, { role: 'user', content: question }]
  const { edits } = fold({ transcript: transcript(conversationOf('openai-chat', messages)), count: countTokens })
  const recall = edits.find((edit) => edit.kind === 'recall' && edit.before === messages.length - 1)
  return recall?.kind === 'recall' ? recall.text : ''
}

const OLD =
  'The return flight from Lisbon with my sister Annelise leaves on Friday at 18:40, gate 12, from the old terminal.'

describe('a question in the words of an older statement', () => {
  it.each([
    ['names another value', 'Annelise rang: the flight leaves at 21:15.', '21:15'],
    ['has a cue of a change', 'The flight was cancelled.', 'cancelled'],
    ['is short and names the thing', 'flight = Mon', 'flight = Mon'],
  ])('recalls a later statement that %s, and the old one only before it', (_, later, value) => {
    const recall = recallOf([OLD, later], 'When does the return flight with Annelise leave from Lisbon?')
    expect(recall).toContain(value)
    expect(recall.lastIndexOf(value)).toBeGreaterThan(recall.indexOf('18:40'))
  })

  it('recalls the newest of several changes', () => {
    const times = [17, 18, 19, 20].map((hour) => `Annelise rang: the flight leaves at ${hour}:05.`)
    const recall = recallOf([OLD, ...times], 'When does the return flight with Annelise leave from Lisbon?')
    expect(recall).toContain('20:05')
  })

  it('recalls no statement about something else with a value of the same kind', () => {
    const recall = recallOf(
      [OLD, 'The bakery opens at 7:30.'],
      'When does the return flight with Annelise leave from Lisbon?',
    )
    expect(recall).toContain('18:40')
    expect(recall).not.toContain('7:30')
  })
})

const THINGS = ['tide tables', 'rye flour', 'kite lines']

/** A talk so short that digests contain the user's messages whole. */
function shortTalkOf(statements: readonly string[]): WireMessage[] {
  return statements.flatMap((statement, at): WireMessage[] => [
    { role: 'user', content: statement },
    { role: 'assistant', content: `Noted. ${'I have put that into the file, next to the other letters. '.repeat(4)}` },
    ...THINGS.flatMap((thing): WireMessage[] => [
      { role: 'user', content: `My ${thing} are in shed ${at}.` },
      { role: 'assistant', content: `Good. ${`Who keeps ${thing} in shed ${at} compares notes. `.repeat(6)}` },
    ]),
  ])
}

it('a later value is recalled with the sentence that refuses it', () => {
  const statements = [
    'Meltem is to pay us the loss of value of the car.',
    'I want 17,000 for the loss of value.',
    'Meltem offers 9,400 for the loss of value. I refused.',
  ]
  const recall = recallFor('How much do we want for the loss of value?', shortTalkOf(statements))
  expect(recall).toMatch(/Meltem offers 9,400 .*I refused/)
})

it('an answer that takes an excerpt back is recalled with the sentence that says what holds instead', () => {
  const filler = 'Sand the hull twice, and let the primer dry overnight before the second coat goes on. '.repeat(5)
  const [first, ...others] = longTalkOf(['Which varnish do I take for the tiller of my dinghy?', 'And the hull?'])
  const talk = others.map((message) => {
    if (message.content !== 'Noted.') return message
    const isLater = others.indexOf(message) > 2
    return { ...message, content: isLater ? `${filler}${TILLER.later}` : TILLER.earlier }
  })
  const recall = recallFor('How many days before launch do I varnish the tiller of the dinghy?', [first!, ...talk])
  expect(recall).toMatch(/misread the tin[\s\S]*Epoxy resin needs a fortnight/)
})

const TILLER = {
  earlier: `Take spar varnish for the tiller of the dinghy, two days before launch. ${'Thin the first coat a little. '.repeat(9)}`,
  later:
    'As for the varnish of the tiller, I misread the tin. Epoxy resin needs a fortnight. Spar varnish peels on it.',
}

describe('of the later statements about an excerpt', () => {
  const found = (bonds: readonly Bond[]) =>
    bonds.map((bond, place) => ({ proposal: { index: 50 - place, text: '', tokens: 1 }, bond }))
  const indices = (bonds: readonly Bond[], most: number) =>
    newestAndSurest(found(bonds), most).map(({ index }) => index)

  it('the newest is quoted, and an older one that is surer than those between', () => {
    const { named, asked, near } = BONDS
    expect(indices([named, near, named, asked], 2)).toEqual([47, 50])
  })

  it('the newer of two equally sure ones is quoted', () => {
    expect(indices([BONDS.near, BONDS.named, BONDS.named], 2)).toEqual([49, 50])
  })
})
