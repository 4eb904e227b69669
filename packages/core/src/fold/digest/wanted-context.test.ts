import { describe, expect, it } from 'vitest'
import { fold } from '../fold.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import { conversationOf, countTokens, transcript } from '../talk.fixture.ts'
import { wantedContext } from './wanted-context.ts'

const OFFER = 'Three ways to look after him:\n- Day care, 30 hours\n- A live-in carer, 54 hours\n- A ward for six weeks'

/** True for each sentence of the offer that the reply needs. */
function wantedFor(reply: string, sentences: readonly string[]): readonly boolean[] {
  const messages = [
    { role: 'user', content: 'My father comes home on Thursday.' },
    { role: 'assistant', content: OFFER },
    { role: 'user', content: reply },
  ] as const
  const read = transcript(conversationOf('openai-chat', messages))
  const { state } = fold({ transcript: read, count: countTokens })
  for (let i = 0; i < messages.length; i++) {
    state.keys[i] = read.keyOf(i)
    state.roles[i] = messages[i]!.role
    state.tokens[i] = countTokens(messages[i]!.content) + 4
  }
  const source = { transcript: read, state, policy: DEFAULT_POLICY, count: countTokens }
  const context = wantedContext(source, 1)
  return sentences.map((sentence) => context.isWanted(sentence))
}

const ITEMS = ['Day care, 30 hours', 'A live-in carer, 54 hours', 'A ward for six weeks']
const LONG =
  'A ward is out of the question, he wept when he heard the word. And nobody may sleep in the house either, that was his study and it stays as it is, he has said so more than once and I will not argue about it again this year.'

describe('the context of a message that chooses', () => {
  it('is the chosen item of the list before it', () => {
    expect(wantedFor('the second one then', ITEMS)).toEqual([false, true, false])
  })

  it('is found by a sentence with a choice, if the message is long', () => {
    expect(wantedFor(`${LONG} Let's go with the first one.`, ITEMS)).toEqual([true, false, false])
  })

  it('is not found by an ordinal in another sentence of a long message', () => {
    expect(wantedFor(`${LONG} The ward he was on last, his third, was dreadful.`, ITEMS)).toEqual([false, false, false])
  })
})
