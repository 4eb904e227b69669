import { describe, expect, it } from 'vitest'
import type { Language } from '../lexicon/languages.ts'
import { sentencesOf } from './sentences.ts'

const cut = (text: string, language: Language): string[] =>
  sentencesOf(text, language).map(({ start, end }) => text.slice(start, end))

describe('sentencesOf', () => {
  it.each<readonly [Language, string, readonly string[]]>([
    [
      'en',
      'Dr. Smith left. J. Doe, e.g. our vet, stays at 3.14 vs. 5 p.m. today.',
      ['Dr. Smith left.', 'J. Doe, e.g. our vet, stays at 3.14 vs. 5 p.m. today.'],
    ],
    ['en', 'yes. ok. fine', ['yes.', 'ok.', 'fine']],
    ['en', 'No. Ibuprofen is bad for him. Flat no. 5.', ['No.', 'Ibuprofen is bad for him.', 'Flat no. 5.']],
    ['en', 'tea, milk etc. Then we left.', ['tea, milk etc.', 'Then we left.']],
    ['de', 'Am 5. März kommt z.B. Frau Dr. Lüders. Gut?', ['Am 5. März kommt z.B. Frau Dr. Lüders.', 'Gut?']],
    ['fr', 'M. Sabatier vient. Très bien !', ['M. Sabatier vient.', 'Très bien !']],
    ['es', '¿Vienes? Sí, con el Sr. Ruiz.', ['¿Vienes?', 'Sí, con el Sr. Ruiz.']],
    ['ru', 'Цена 5 тыс. руб. за штуку. Хорошо.', ['Цена 5 тыс. руб. за штуку.', 'Хорошо.']],
    ['zh', '改到周四。可以吗？好！', ['改到周四。', '可以吗？', '好！']],
    ['ja', '「はい。」と言った。次です。', ['「はい。」と言った。', '次です。']],
    ['ja', '「はい。」、彼は言った。次です。', ['「はい。」、彼は言った。', '次です。']],
    ['hi', 'वह आया। फिर गया।', ['वह आया।', 'फिर गया।']],
    ['ar', 'هل تأتي؟ نعم.', ['هل تأتي؟', 'نعم.']],
    ['sv', 'Göran börjar v. 25. Se s. 12.', ['Göran börjar v. 25.', 'Se s. 12.']],
    ['de', 'Bis 23.10. sei es möglich. Am 3.4. Beginn.', ['Bis 23.10. sei es möglich.', 'Am 3.4.', 'Beginn.']],
    ['sv', 'Den 14.6. 2026 börjar vi. Bra.', ['Den 14.6. 2026 börjar vi.', 'Bra.']],
    ['en', 'It costs 2.50. then more', ['It costs 2.50.', 'then more']],
    ['en', '1. Ok. Fine then we go.', ['1. Ok.', 'Fine then we go.']],
    ['en', '10. Yes. No.', ['10. Yes.', 'No.']],
    ['en', '    - No. Use oak. It is better.', ['- No.', 'Use oak.', 'It is better.']],
    ['tr', '5. katta oturuyor. Dr. Can geldi.', ['5. katta oturuyor.', 'Dr. Can geldi.']],
  ])('%s: "%s"', (language, text, expected) => {
    expect(cut(text, language)).toEqual(expected)
  })

  it('cuts a megabyte without spaces in linear time, and splits no character', () => {
    const text = `x${'😀'.repeat(500_000)}`
    const parts = cut(text, 'en')
    expect(parts.join('')).toBe(text)
    expect(parts.some((part) => /[\ud800-\udbff]$|^[\udc00-\udfff]/.test(part))).toBe(false)
  })

  it('cuts at lines and separates the sign of a list item from its words', () => {
    const text = '1. milk\n- bread, 2 kg\n\nDone'
    const found = sentencesOf(text, 'en')
    expect(found.map(({ bodyStart, end }) => text.slice(bodyStart, end))).toEqual(['milk', 'bread, 2 kg', 'Done'])
  })
})
