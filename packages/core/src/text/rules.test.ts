import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../lexicon/languages.ts'
import { OTHERS, RULES } from './rules.fixture.ts'
import { continuesRule, holdsRule } from './rules.ts'

/** Rules in the standard spelling, and as people type them. */
const SPELLINGS: readonly (readonly [Language, string, string])[] = [
  ['en', "don't mention the merger to anyone", 'dont mention the merger to anyone'],
  ['en', "you can't pay anyone without my approval", 'u cant pay anyone without my approval'],
  ['de', 'nie ohne Rückfrage buchen', 'nie ohne rückfrage buchn'],
  ['de', 'Bitte nicht mehr siezen', 'bitte nich mehr siezen'],
  ['de', 'für Anna nie über 50 Euro ausgeben', 'fuer Anna nie ueber 50 Euro ausgeben'],
  ['fr', 'réponds toujours en français', 'reponds toujours en francais'],
  ['es', 'nunca envíes nada sin preguntarme', 'nunca envies nada sin preguntarme'],
  ['es', 'por favor háblame siempre de tú', 'porfa hablame siempre de tu'],
  ['pt', 'não conte a ninguém', 'nao conte a ninguem'],
  ['it', 'è un segreto, non dirlo a nessuno', 'e un segreto, non dirlo a nessuno'],
  ['nl', 'het blijft onder ons', 't blijft onder ons'],
  ['sv', 'berätta inte för Anna', 'beratta inte for Anna'],
  ['pl', 'odpowiadaj zawsze krótko, proszę', 'odpowiadaj zawsze krotko, prosze'],
  ['ru', 'пожалуйста, никому не говори', 'плз никому не говори'],
  ['tr', 'lütfen her zaman Türkçe cevap ver', 'lutfen her zaman turkce cevap ver'],
  ['ar', 'لا تقل شيئا لسارة', 'متقولش شيئا لسارة'],
  ['hi', 'हमेशा हिंदी में जवाब दो', 'hamesha hindi me jawab do'],
  ['vi', 'không được nói với ai', 'k dc nói với ai'],
  ['zh', '不要告诉我妈妈', '别告诉我妈'],
  ['ja', '母には言わないでください', '母には言わないで'],
  ['ko', '엄마한테 말하지 마', '엄마한테 말하지마'],
]

describe.each(LANGUAGES)('rules of a user in the language %s', (language) => {
  it('are lasting orders, facts that bind every answer, and sentences that lift a rule', () => {
    expect(RULES[language].length).toBeGreaterThanOrEqual(4)
    for (const sentence of RULES[language]) expect(holdsRule(sentence), sentence).toBe(true)
  })

  it('are not statements, single requests, reports or quotations', () => {
    expect(OTHERS[language].length).toBeGreaterThanOrEqual(4)
    for (const sentence of OTHERS[language]) expect(holdsRule(sentence), sentence).toBe(false)
  })

  it('are recognised in informal spelling too', () => {
    const pairs = SPELLINGS.filter(([of]) => of === language)
    expect(pairs.length).toBeGreaterThan(0)
    for (const [, standard, informal] of pairs) {
      expect(holdsRule(standard), standard).toBe(true)
      expect(holdsRule(informal), informal).toBe(true)
    }
  })
})

describe('holdsRule', () => {
  it.each([
    'Thanks for the list. And please never book anything without my approval. Now, which hotel is nearer?',
    'wir fahren am 3. mai\nbitte niemandem verraten, das bleibt unter uns',
    'also: no emojis',
    `"${'word '.repeat(100)}end." Never answer him. She said "ok".`,
  ])('finds a rule among other sentences: %s', (text) => {
    expect(holdsRule(text)).toBe(true)
  })

  it.each([
    'Translate this:\nNever open the valve.\nAlways wear gloves.',
    '> Never reply to this address.\nWho wrote that?',
    'He wrote “do not call me again” and left.',
    '"Dear tenant,\nnever open the window.\nPattberg" is all he wrote.',
    'No, thanks.',
    'no we meant the other one',
    'Give me at most 3 ideas.',
    `${'word '.repeat(90)}never`,
    '',
  ])('finds no rule in a quotation, a text to work on, a refusal, a limit of one task or data: %s', (text) => {
    expect(holdsRule(text)).toBe(false)
  })
})

describe('continuesRule', () => {
  it.each([
    ['en', 'And the word "care" never appears in there.'],
    ['de', 'Und das Wort „Pflege“ kommt da nie drin vor.'],
    ['fr', "Et le mot « soin » n'y apparaît jamais."],
    ['es', 'Y la palabra cuidado no aparece nunca.'],
    ['pl', 'I słowo opieka nigdy tam nie pada.'],
  ] as const)('finds a sentence that continues a lasting demand: %s', (language, text) => {
    expect(continuesRule(text, language)).toBe(true)
  })

  it.each(['And the train leaves at nine.', 'The word care never appears.', 'And does it never rain?', ''])(
    'finds none in other sentences: %s',
    (text) => {
      expect(continuesRule(text, 'en')).toBe(false)
    },
  )
})
