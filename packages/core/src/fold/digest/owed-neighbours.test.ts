import { describe, expect, it } from 'vitest'
import { fold } from '../fold.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import { conversationOf, countTokens, transcript } from '../talk.fixture.ts'
import type { Candidate } from './candidates.ts'
import { withOwedNeighbours } from './owed-neighbours.ts'

/** The sentences that are sent of a message of which only one is chosen: the last, or the one at `place`. */
function sentWith(sentences: readonly string[], { tokens = 12, place = -1, isUser = true } = {}): readonly string[] {
  const messages = [
    { role: 'user', content: isUser ? sentences.join(' ') : 'What do you think?' },
    { role: 'assistant', content: isUser ? 'Noted.' : sentences.join(' ') },
    { role: 'user', content: 'ok' },
  ]
  const read = transcript(conversationOf('openai-chat', messages))
  const { state } = fold({ transcript: read, count: countTokens })
  const offered = sentences.map(
    (text, order): Candidate => ({
      message: isUser ? 0 : 1,
      order,
      speaker: isUser ? 'user' : 'assistant',
      text,
      isBlock: false,
      isUser,
      isRule: false,
      tokens,
      terms: [],
      weights: [],
      boost: 1,
    }),
  )
  const source = { transcript: read, state, policy: DEFAULT_POLICY, count: countTokens }
  return withOwedNeighbours(source, { offered, chosen: [offered.at(place)!] }).map(({ text }) => text)
}

const SAFE = 'There is a safe at the bank.'
const KEY = 'The key was in the sewing box.'

describe('withOwedNeighbours', () => {
  it.each([
    ['en', [SAFE, KEY, 'It is still there, under the zips.']],
    ['de', ['Das Fach ist bei der Bank.', 'Den Schlüssel fand ich im Nähkasten.', 'Den hab ich da liegen lassen.']],
    ['es', ['La caja está en el banco.', 'Encontré la llave en el costurero.', 'Ella sigue allí, debajo de todo.']],
  ])('adds the sentence that the chosen one points to: %s', (_language, sentences) => {
    expect(sentWith(sentences)).toEqual(sentences.slice(-2))
  })

  it('adds the sentence with the value that replaces a rejected one', () => {
    const sentences = ['The miller has answered.', 'The data sheet says 11.2 per cent.', 'Not 12.5, the sack was old.']
    expect(sentWith(sentences)).toEqual(sentences.slice(1))
  })

  it('adds the sentence that an added sentence points to', () => {
    const sentences = [SAFE, KEY, 'It is a small one.', 'It is still there, under the zips.']
    expect(sentWith(sentences)).toEqual(sentences.slice(1))
  })

  it.each([
    ['begins with a noun', [KEY, 'The bank closes at four.']],
    ['begins with an article and a noun', ['Den Schlüssel fand ich im Nähkasten.', 'Den Termin haben wir am Montag.']],
  ])('adds nothing to a sentence that %s', (_case, sentences) => {
    expect(sentWith(sentences)).toEqual(sentences.slice(-1))
  })

  it('adds no long sentence', () => {
    const most = DEFAULT_POLICY.digest.owedNeighbourTokens.before
    expect(sentWith([KEY, 'It is still there.'], { tokens: most + 1 })).toEqual(['It is still there.'])
  })

  it.each([
    ['en', ['His father calls it dyslexia.', 'Nobody has said that.', 'We see the doctor in May.']],
    ['pl', ['Danka twierdzi, że to Halszka.', 'Nikt inny tak nie mówi.', 'Rozdział 8 oddaję w grudniu.']],
  ])('adds the sentence that takes the chosen one back: %s', (_language, sentences) => {
    expect(sentWith(sentences, { place: 0 })).toEqual(sentences.slice(0, 2))
  })

  it.each([
    [
      'en',
      ['Sign it "Wainfleet Flyer".', 'Actually no, that names the road.', 'Use "Roy\'s Girl".', 'Malcolm agrees.'],
    ],
    ['de', ['Der Termin ist am 3. Mai.', 'Ach nein, Quatsch.', 'Es ist der 8. Mai.', 'Malcolm kommt auch.']],
  ])('adds a correction with the sentence after it: %s', (_language, sentences) => {
    expect(sentWith(sentences, { place: 0 })).toEqual(sentences.slice(0, 3))
  })

  it.each([
    ['en', ['Cherries are cut in January.', 'That is what old books say, and it is wrong.', 'Cut them in July.']],
    ['de', ['Kirschen schneidet man im Januar.', 'Das ist ein Irrtum.', 'Schneide sie im Juli.']],
  ])('adds the sentence in which the assistant rejects the chosen one: %s', (_language, sentences) => {
    expect(sentWith(sentences, { place: 0, isUser: false })).toEqual(sentences.slice(0, 2))
  })

  it('adds no other sentence of the assistant', () => {
    const sentences = ['Cherries are cut in July.', 'That is the driest month.', 'Never cut them in January.']
    expect(sentWith(sentences, { place: 0, isUser: false })).toEqual(sentences.slice(0, 1))
  })

  it('adds no sentence that only follows the chosen one', () => {
    const sentences = ['His father calls it dyslexia.', 'We see the doctor in May.']
    expect(sentWith(sentences, { place: 0 })).toEqual(sentences.slice(0, 1))
  })
})
