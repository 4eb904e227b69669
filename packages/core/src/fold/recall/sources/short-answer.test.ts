import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createStaticVectors } from '../../../tags/static-vectors.ts'
import { fold } from '../../fold.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../../talk.fixture.ts'

const DATA = new URL('../../../../data/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, DATA))
const vectors = createStaticVectors({
  dimensions: JSON.parse(read('static-vectors.json').toString()).dimensions,
  vocabulary: read('static-vectors.txt').toString().trimEnd().split('\n'),
  bytes: read('static-vectors.bin'),
})

const TOPICS = ['tides', 'oak joints', 'rye bread', 'bicycle gears', 'watercolours', 'beehives', 'kites', 'candles']
const ANSWER = 'The lighthouse on Anholt was built in 1788, and its lamp can be seen from twenty miles away.'

/** A talk on many subjects that ends with a short answer about a lighthouse, and the user's reply. */
function recallFor(said: string, hasVectors = true): string {
  const messages: WireMessage[] = TOPICS.flatMap((topic): WireMessage[] => [
    { role: 'user', content: `Tell me about ${topic}, with an example from practice.` },
    {
      role: 'assistant',
      content: `On ${topic}: ${`people who care for ${topic} compare notes every season. `.repeat(8)}`,
    },
  ])
  messages.push(
    { role: 'user', content: 'How old is the lighthouse of Anholt?' },
    { role: 'assistant', content: ANSWER },
    { role: 'user', content: said },
  )
  const { edits } = fold({
    transcript: transcript(conversationOf('openai-chat', messages)),
    count: countTokens,
    vectors: hasVectors ? vectors : undefined,
  })
  return edits
    .flatMap((edit) => (edit.kind === 'recall' && edit.before === messages.length - 1 ? edit.text : []))
    .join()
}

describe('a short last answer', () => {
  it.each([
    'Are you sure about that? I think somebody else said otherwise.',
    'And who tends it today?',
    'Could you put this into simpler terms for a child of eight?',
    'How far out can sailors see its beam on a clear night at sea?',
    'Wer hat ihn gebaut?',
    '是谁建造的?',
  ])('is recalled whole for a message that continues it: %s', (said) => {
    expect(recallFor(said)).toContain(ANSWER)
  })

  it.each(['What is a good recipe for onion soup?', 'Which programming language should a student of physics learn?'])(
    'is not recalled if the subject changes: %s',
    (said) => {
      expect(recallFor(said)).not.toContain(ANSWER)
    },
  )

  it('is always recalled without a table of meanings', () => {
    expect(recallFor('What is a good recipe for onion soup?', false)).toContain(ANSWER)
  })
})
