import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../lexicon/languages.ts'
import { analyzeText } from './analysis.ts'
import { isRetraction, passagesOf } from './retractions.ts'

/** Sentences in which speakers take back what they said, and one that only sounds like it. */
const SPOKEN: Readonly<Record<Language, { readonly retractions: readonly string[]; readonly other: string }>> = {
  en: {
    retractions: ['Sorry, I gave you the wrong closing time.', 'I was wrong about the ferry.'],
    other: 'He gave me the wrong key.',
  },
  de: {
    retractions: ['Ich muss mich übrigens korrigieren.', 'Bei der Fähre lag ich falsch.'],
    other: 'Der Schlüssel passt nicht.',
  },
  fr: {
    retractions: ['Je dois rectifier un point.', 'Pour le bac, je me suis trompée.'],
    other: 'La clé ne tourne pas.',
  },
  es: {
    retractions: ['Tengo que rectificar lo del ferri.', 'Me equivoqué con la hora.'],
    other: 'La llave no entra.',
  },
  pt: { retractions: ['Preciso corrigir uma coisa.', 'Eu estava errada sobre o barco.'], other: 'A chave não entra.' },
  it: {
    retractions: ['Devo correggermi sul traghetto.', 'Mi sono sbagliato con l’ora.'],
    other: 'La chiave non gira.',
  },
  nl: { retractions: ['Ik moet iets rechtzetten.', 'Over de pont had ik het mis.'], other: 'De sleutel past niet.' },
  sv: { retractions: ['Jag måste rätta en sak.', 'Om färjan hade jag fel.'], other: 'Nyckeln passar inte.' },
  pl: { retractions: ['Muszę coś sprostować.', 'Co do promu, pomyliłam się.'], other: 'Klucz nie pasuje.' },
  ru: { retractions: ['Должна поправиться.', 'Насчёт парома я ошибся.'], other: 'Ключ не подходит.' },
  tr: { retractions: ['Bir şeyi düzeltmem gerekiyor.', 'Vapur konusunda yanılmışım.'], other: 'Anahtar uymuyor.' },
  ar: { retractions: ['يجب أن أصحح معلومة.', 'كنت مخطئا بشأن العبارة.'], other: 'المفتاح لا يدور.' },
  hi: { retractions: ['मुझसे गलती हो गई।', 'नाव के बारे में मैं गलत था।'], other: 'चाबी नहीं लग रही।' },
  vi: { retractions: ['Mình xin đính chính một chút.', 'Về chuyến phà, tôi đã nhầm.'], other: 'Chìa khóa không vừa.' },
  zh: { retractions: ['我要更正一点。', '渡轮的事我说错了。'], other: '钥匙插不进去。' },
  ja: { retractions: ['一点訂正があります。', 'フェリーの件は間違っていました。'], other: '鍵が入りません。' },
  ko: { retractions: ['한 가지 정정할게요.', '배 시간은 제가 잘못 알려 드렸어요.'], other: '열쇠가 안 들어가요.' },
}

describe.each(LANGUAGES)('a speaker of the language %s', (language) => {
  const { retractions, other } = SPOKEN[language]

  it.each(retractions)('takes something back: %s', (text) => {
    expect(isRetraction(analyzeText(text, language).sentences)).toBe(true)
  })

  it(`takes nothing back: ${other}`, () => {
    expect(isRetraction(analyzeText(other, language).sentences)).toBe(false)
  })
})

/** The sentences of a text, those of one passage joined. */
function passages(text: string): readonly string[] {
  const { sentences } = analyzeText(text, 'en')
  return passagesOf(sentences).map((passage) => text.slice(passage[0]!.start, passage.at(-1)!.end))
}

describe('passagesOf', () => {
  it('keeps a retraction with the two sentences after it, and other sentences apart', () => {
    const text = 'Nice plan. I was wrong about the dock. It opens at six. Bring the form. Wear boots.'
    expect(passages(text)).toEqual([
      'Nice plan.',
      'I was wrong about the dock. It opens at six. Bring the form.',
      'Wear boots.',
    ])
  })

  it('continues a retraction from the last sentence that takes something back', () => {
    const text = 'I need to correct something. I was wrong. It opens at six. Bring the form. Wear boots.'
    expect(passages(text)).toEqual([text.slice(0, text.indexOf(' Wear')), 'Wear boots.'])
  })
})
