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

  it.each<readonly [Language, string]>([
    ['de', 'Das ist z. T. nicht korrekt.'],
    ['de', 'Nur z. B. im Sommer, i. d. R. nicht.'],
    ['de', 'Das ist u. U. nicht möglich.'],
    ['ru', 'Оплата не нужна, т. е. бесплатно, т. к. это акция.'],
    ['es', 'No viaja a EE. UU. desde mayo.'],
    ['fr', 'Il refuse, c.-à-d. il ne vient pas avec J.-P. Morel.'],
    ['en', 'Amit R. is not invited.'],
  ])('keeps spaced and hyphenated single letters in their sentence, in %s: "%s"', (language, text) => {
    expect(cut(text, language)).toEqual([text])
  })

  it.each<readonly [Language, string]>([
    ['nl', 'Betaal d.m.v. Ideal, m.i.v. Maandag n.v.t. Nederland.'],
    ['en', 'Send it to P.O. Box 12.'],
    ['pl', 'Szkoła im. Jana Pawła, w dn. Sobota, nt. Rodziny.'],
    ['es', 'Vienen los Sres. Ruiz de Sta. Ana y Sto. Domingo.'],
    ['de', 'Nicht mit Dr. med. Weber und Dr.-Ing. Kurz oder Dr. rer. nat. Lang.'],
    ['de', 'Die Kunden-Nr. 4711 gilt nicht mehr.'],
    ['ru', 'У церкви св. Николая и оз. Байкал.'],
    ['hi', 'किराया रु. 15,000 है और डॉ. सक्सेना नहीं आए'],
  ])('knows the abbreviations of %s: "%s"', (language, text) => {
    expect(cut(text, language)).toEqual([text])
  })

  it.each<readonly [Language, string, string]>([
    ['en', 'Not in St. Louis, Ft. Worth or the U.S. Army.', 'The rest stays.'],
    ['en', 'Not at 5 p.m. Monday, nor at 6 p.m. May 3, says Co. Ltd.', 'We wait.'],
    ['en', 'We meet at 5 p.m.', 'The papers are there.'],
    ['en', 'She lives in the U.S.', "We're not there."],
    ['en', 'We meet at 5 p.m. Bring the papers.', 'Thanks.'],
    ['de', 'Erlaubt ist max. Breite 40 in St. Gallen.', 'Danach nicht.'],
    ['de', 'Es dauert 90 Min.', 'Die Pause zählt nicht.'],
    ['ru', 'Он живёт в г. Казань с 2010 г.', 'Я там не был.'],
  ])(
    'ends at an abbreviation before names only when a function word follows, in %s: "%s | %s"',
    (language, ...expected) => {
      expect(cut(expected.join(' '), language)).toEqual(expected)
    },
  )

  it.each<readonly [Language, string, string]>([
    ['de', 'Er wohnt nicht im 2. Stock und wird zum 18. Geburtstag kommen.', 'Gut.'],
    ['de', 'Es sind 2.', 'Danach gehen wir.'],
    ['de', 'Er ist 45. Maria ist 50 Jahre alt.', 'Gut.'],
    ['de', 'Nimm die HS33.', 'Achte auf die Flanke.'],
    ['en', 'The share is on nas1.', 'find a backup'],
    ['tr', 'Film 2. Dünya Savaşı hakkında değil.', 'Bu iyi.'],
    ['en', 'He lives in flat 2.', 'Mary left.'],
  ])('keeps an ordinal with its noun where a dot marks ordinals, in %s: "%s | %s"', (language, ...expected) => {
    expect(cut(expected.join(' '), language)).toEqual(expected)
  })

  it.each<readonly [Language, string, readonly string[]]>([
    [
      'ja',
      '500円です。ところで明日は？とりあえず休みます。',
      ['500円です。', 'ところで明日は？', 'とりあえず休みます。'],
    ],
    ['ja', '無理！って言ってない。行ける？と聞いた。', ['無理！って言ってない。', '行ける？と聞いた。']],
    ['ko', '네. 아. 5시에 안 가요.', ['네.', '아.', '5시에 안 가요.']],
  ])('ends at marks of scripts without capitals, in %s: "%s"', (language, text, expected) => {
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
