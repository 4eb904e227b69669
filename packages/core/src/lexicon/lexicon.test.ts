import { describe, expect, it } from 'vitest'
import { compileLexicon } from './compile.ts'
import { CUE_IDS, type CueId } from './cue-ids.ts'
import { passageOf } from './cues.ts'
import { LANGUAGES, type Language, lexiconOf } from './languages.ts'
import { matchCues } from './match.ts'
import { parsePhrase } from './phrase.ts'

describe('the lexicon', () => {
  it('has every cue in every language, except those that a language declares to express by other means', () => {
    expect(LANGUAGES).toHaveLength(17)
    for (const language of LANGUAGES) {
      const { cues, without = [] } = lexiconOf(language)
      expect(
        CUE_IDS.filter((cue) => !cues[cue]?.length && !without.includes(cue)),
        language,
      ).toEqual([])
    }
  })

  it.each(LANGUAGES)('%s follows the schema', (language) => {
    const file = lexiconOf(language)
    expect(file.language).toBe(language)
    expect(file.months).toHaveLength(12)
    expect(file.weekdays).toHaveLength(7)
    for (const number of ['0', '1', '12', '20']) expect(file.numbers[number]?.length, number).toBeGreaterThan(0)
    for (const ordinal of ['1', '2', '3', '-1']) expect(file.ordinals[ordinal]?.length, ordinal).toBeGreaterThan(0)
    for (const list of ['functionWords', 'coordinators', 'subordinators', 'subjects', 'selfWords', 'verbs'] as const)
      expect(file[list].length, list).toBeGreaterThan(0)
    for (const day of ['today', 'next week']) expect(file.relativeDays[day], day).toBeDefined()
  })

  it.each(LANGUAGES)('%s names only cues that code knows, with phrases that can be parsed', (language) => {
    const { cues, without = [] } = lexiconOf(language)
    expect(Object.keys(cues).filter((cue) => !(CUE_IDS as readonly string[]).includes(cue))).toEqual([])
    expect(without.filter((cue) => cues[cue])).toEqual([])
    for (const [cue, phrases] of Object.entries(cues)) {
      expect(new Set(phrases).size, cue).toBe(phrases.length)
      for (const phrase of phrases) {
        const { parts } = parsePhrase(phrase)
        expect(parts.length, phrase).toBeGreaterThan(0)
        expect(parts.length, phrase).toBeLessThanOrEqual(2)
        expect(phrase, phrase).toMatch(/[\p{L}\p{N}]/u)
      }
    }
  })

  it.each(LANGUAGES)('%s drops no word that negates, excepts, hedges, replaces or sets a condition', (language) => {
    const { droppable } = lexiconOf(language)
    for (const phrase of droppable) expect(phrase).toMatch(/^[^[\]]*\[[^[\]]+\]$/)
    const dropped = droppable.map((phrase) => phrase.slice(phrase.indexOf('[') + 1, -1))
    expect(dropped.filter((words) => SIGNS.some((sign) => holdsKept(language, words + sign)))).toEqual([])
  })
})

const KEPT: ReadonlySet<CueId> = new Set<CueId>(['negation', 'exception', 'hedge', 'replacement', 'condition'])
/** Some phrases are cues only before such a sign. */
const SIGNS = ['', ',', '.', '?', ':']

function holdsKept(language: Language, text: string): boolean {
  return matchCues(compileLexicon(language), passageOf(text)).some(({ cue }) => KEPT.has(cue))
}
