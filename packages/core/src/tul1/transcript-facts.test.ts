import { expect, it } from 'vitest'
import { transcriptFacts } from './transcript-facts.ts'
import { createTranscriptMemo } from './transcript-memo.ts'
import type { TranscriptMessage } from './transcript-message.ts'

const count = (text: string): number => text.length
const talk = (...contents: string[]): TranscriptMessage[] => contents.map((content) => ({ role: 'user', content }))

it('transcriptFacts reads a message of few words in the language of the transcript', () => {
  const messages = talk(
    'Levamos duas malas para a casa da minha avó e não sei o que falta.',
    '18:30',
    'Segundo a Ana, é cedo.',
  )
  const { facts } = transcriptFacts(messages, { count })
  expect(facts.map(({ language }) => language)).toEqual(['pt', 'pt', 'pt'])
})

it('transcriptFacts keeps the clear language of a message', () => {
  const messages = talk(
    'The plan is fine as it is for all of us here.',
    'Das ist aber nicht mein Problem und auch nicht deins.',
  )
  const { facts } = transcriptFacts(messages, { count })
  expect(facts.map(({ language }) => language)).toEqual(['en', 'de'])
})

it('transcriptFacts gives the same result with any memo', () => {
  const memo = createTranscriptMemo(1_000_000)
  const english = talk('The plan is fine as it is for all of us here.', '18:30')
  const french = talk('Le plan est très bien comme il est pour nous tous.', '18:30')
  for (const messages of [english, french, english]) {
    const { facts } = transcriptFacts(messages, { count })
    expect(transcriptFacts(messages, { count, memo }).facts).toEqual(facts)
  }
})
