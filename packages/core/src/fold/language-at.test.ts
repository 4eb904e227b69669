import { describe, expect, it } from 'vitest'
import { readStatement } from './digest/statement.ts'
import { languageAt } from './language-at.ts'
import { conversationOf, transcript } from './talk.fixture.ts'

const ENGLISH = 'could you please tell me when the concert is and who is going to play with us?'

function languagesOf(...texts: readonly string[]) {
  const messages = texts.map((content, i) => ({ role: i % 2 ? 'assistant' : 'user', content }) as const)
  const read = transcript(conversationOf('openai-chat', messages))
  return texts.map((_, index) => languageAt(read, index))
}

describe('languageAt', () => {
  it('is that of the previous messages if a short message does not show its language', () => {
    const said = ['ciao, quando è il saggio e chi ci accompagna?', 'Il saggio è il 28 marzo.', 'rimandato al 9']
    expect(languagesOf(...said)).toEqual(['it', 'it', 'it'])
  })

  it('follows the user into another language', () => {
    const said = [
      'kiedy jest próba i kto przyjdzie?',
      'Próba jest w piątek.',
      ENGLISH,
      'On Friday, with the choir.',
      ENGLISH,
    ]
    expect(languagesOf(...said).at(-1)).toBe('en')
  })

  it('is unknown if no message has a word that shows it', () => {
    expect(languagesOf('12', '13')).toEqual([undefined, undefined])
  })
})

describe('a change in a short message', () => {
  it.each([
    ['pl', 'kiedy jest próba i kto przyjdzie?', 'poprawilem na 350'],
    ['it', 'ciao, quando è il saggio e chi ci accompagna?', 'rimandato al 9'],
    ['pt', 'quando é o ensaio e quem vem com a gente?', 'corrigi 350'],
    ['tr', 'prova ne zaman ve bizimle kim geliyor?', 'degistirdiler: tom a, ayse b'],
    ['hi', 'rihearsal kab hai aur hamare saath kaun aa raha hai?', 'usne chhod diya'],
  ] as const)('is read in the language of the conversation, %s', (language, opening, text) => {
    const own = languagesOf(opening, '12', text).at(-1)
    expect(own).toBe(language)
    expect(readStatement(text, own).isChange).toBe(true)
    const other = languagesOf(ENGLISH, '12', text).at(-1)
    expect(readStatement(text, other).isChange).toBe(false)
  })
})
