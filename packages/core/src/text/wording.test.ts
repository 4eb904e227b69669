import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PROTECTED_CUES } from '../lexicon/cue-ids.ts'
import { LANGUAGES, type Language, lexiconOf } from '../lexicon/languages.ts'
import { analyzeText } from './analysis.ts'
import { wordingOf } from './wording.ts'

const worded = (text: string, language?: Language): string =>
  analyzeText(text, language)
    .sentences.flatMap((sentence) => sentence.clauses)
    .map((clause) => wordingOf(text, clause))
    .join(' ')

describe('wordingOf', () => {
  it.each([
    ['dont tell the client', 'dont tell client'],
    ['priya says no, it was a leaked token', 'priya says no, it was leaked token'],
    ['The second one, with the same colour', 'The second one, with the same colour'],
    ['twice a day, a few drops', 'twice a day, a few drops'],
    ['Well, the plan works.', 'plan works.'],
    ['Please send the report, thanks!', 'send report!'],
    ['The rate is 54% of the total', 'rate is 54% of the total'],
    ['Well, .5 mg is enough', '.5 mg is enough'],
    ['Entry is 20 euros a ticket', 'Entry is 20 euros a ticket'],
    ['Hi, the plan works', 'plan works'],
    ['Call the novel "The Salt Cartographer"', 'Call novel "The Salt Cartographer"'],
    ["He said 'please wait for the boat'", "He said 'please wait for the boat'"],
  ])('English: "%s" becomes "%s"', (text, expected) => {
    expect(worded(text, 'en')).toBe(expected)
  })

  it.each<readonly [Language, string]>([
    ['fr', 'pas le soir'],
    ['zh', '预算是18万円，不能超过54%。'],
    ['ru', 'не Геннадий, а Гузель'],
    ['de', 'Den Server blockiert der Proxy nicht'],
    ['de', 'drei mal täglich'],
    ['es', 'ella lo dijo, no yo'],
    ['ja', '午前10時より前は嫌だと父が言っています'],
    ['ko', '고기 말고 생선으로 해 주세요'],
    ['ar', 'لا يعمل إلا هنا'],
    ['hi', 'जब तक वह नहीं आता'],
    ['vi', 'không phải thứ hai mà là thứ ba'],
    ['pl', 'dopiero po 18, nie wcześniej'],
    ['nl', 'per uur, dag, week'],
    ['nl', 'een gewoon account'],
    ['it', 'silenzioso, caro'],
    ['ko', '열쇠는 저기 있어요'],
    ['ru', 'розетка типа C'],
    ['tr', 'Ali işte, annesi evde'],
    ['zh', '经理说我们请了律师'],
    ['de', 'das zweite mal war teurer'],
    ['en', 'There is a little money left'],
    ['en', 'book me that suite as well, lol'],
    ['de', 'Das Haus ist quasi verkauft'],
    ['de', 'klar, nimm das Doppelte, haha'],
    ['fr', 'Ce fournisseur vend en gros'],
    ['es', 'Somos 30, o sea, 40'],
    ['it', 'Noi diciamo di no'],
    ['nl', 'Ik hoor van Jan'],
    ['sv', 'Anna liksom Per kommer'],
    ['pl', 'trzy pokoje, w sumie 900 zł'],
    ['ru', 'он как бы согласен'],
    ['vi', 'Nha sĩ bảo phải nhổ răng'],
    ['ja', 'とりあえず、5日の便を予約しました'],
    ['ar', 'هذا لا يعني الموافقة على السعر'],
    ['es', 'Mesa para las ocho'],
    ['pt', 'Mesa para as oito'],
    ['it', 'Tavolo per le otto'],
    ['en', 'Entry is fifty euros a ticket'],
    ['es', 'Quedamos a las 8 de la mañana'],
    ['es', 'Lo dejo para la mañana'],
    ['nl', 'Ik zag Jan de Boer gisteren'],
    ['es', 'Ana de la Cruz llega'],
    ['en', 'A costs 40, B costs 50'],
    ['en', 'hotel a costs 90'],
    ['fr', 'Cher, mais calme'],
    ['fr', 'Bon, pas cher'],
    ['fr', 'Avec plaisir, 20 h.'],
    ['it', 'Caro, ma bello'],
    ['pt', 'Caro, mas bom'],
    ['pt', 'Bom, mas caro'],
    ['pt', 'Custa, tipo, 300 euros'],
    ['pl', 'Droga, ale dobra'],
    ['ru', 'Дорогая, но удобная'],
    ['es', 'Estimado: 300 €'],
    ['es', 'Con gusto, a las 20.'],
    ['nl', 'Lieve, rustige buurt'],
    ['sv', 'Bästa, men dyr'],
  ])('%s: "%s" loses nothing', (language, text) => {
    expect(worded(text, language)).toBe(text)
  })

  it.each<readonly [Language, string, string]>([
    ['de', 'Ruf bitte den Arzt an', 'Ruf den Arzt an'],
    ['fr', "Appelle le médecin, s'il te plaît", 'Appelle le médecin'],
    ['es', 'Llama al médico, por favor', 'Llama al médico'],
    ['nl', 'Bel alsjeblieft de dokter', 'Bel dokter'],
    ['ru', 'Позвони, пожалуйста, врачу', 'Позвони, врачу'],
    ['tr', 'Lütfen doktoru ara', 'doktoru ara'],
    ['zh', '谢谢，改到周四', '改到周四'],
  ])('%s: "%s" becomes "%s"', (language, text, expected) => {
    expect(worded(text, language)).toBe(expected)
  })
})

/** Sentences of one language's phrases, figures and names. */
const sentences = fc.constantFrom(...LANGUAGES).chain((language) => {
  const { cues, droppable, functionWords } = lexiconOf(language)
  const phrases = [...Object.values(cues).flat(), ...functionWords, ...droppable]
    .map((phrase) => phrase.replace(/[\^=…[\]-]/g, ' ').trim())
    .filter(Boolean)
  const part = fc.oneof(
    fc.constantFrom(...phrases),
    fc.constantFrom('42 mg', '54%', '$4.5k', '18万円', '2026-11-14', 'Marek', 'port 8080', ',', '.', ';'),
  )
  return fc.record({
    language: fc.constant(language),
    text: fc.array(part, { minLength: 1, maxLength: 16 }).map((parts) => parts.join(' ')),
  })
})

const letters = (text: string): string => text.replace(/[^\p{L}\p{N}\p{M}%$]/gu, '')

describe('any sentence', () => {
  it('keeps each word of a protected cue and each figure, in their order', () => {
    fc.assert(
      fc.property(sentences, ({ language, text }) => {
        for (const sentence of analyzeText(text, language).sentences) {
          for (const clause of sentence.clauses) {
            const wording = letters(wordingOf(text, clause))
            let at = 0
            const kept = [...clause.cues.filter(({ cue }) => PROTECTED_CUES.has(cue)), ...clause.values].sort(
              (a, b) => a.start - b.start,
            )
            // Cues may overlap, so each is searched after the start of the previous one.
            for (const { start, end } of kept) {
              const words = clause.words.filter((word) => word.start >= start && word.end <= end)
              let place = at
              for (const word of words) {
                const next = wording.indexOf(letters(word.text), place)
                expect(next, `${word.text} of "${text}" in "${wording}"`).toBeGreaterThanOrEqual(0)
                if (word === words[0]) at = next
                place = next
              }
            }
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('is cut into clauses in order that cover all its words', () => {
    fc.assert(
      fc.property(sentences, ({ language, text }) => {
        let end = 0
        const read = analyzeText(text, language).sentences.flatMap((sentence) => sentence.clauses)
        for (const clause of read) {
          expect(clause.start).toBeGreaterThanOrEqual(end)
          expect(clause.end).toBeGreaterThan(clause.start)
          for (const word of clause.words) expect(word.start >= clause.start && word.end <= clause.end).toBe(true)
          end = clause.end
        }
        const said = read.map((clause) => text.slice(clause.start, clause.end)).join('')
        expect(letters(said)).toBe(letters(text))
      }),
      { numRuns: 300 },
    )
  })
})
