import { describe, expect, it } from 'vitest'
import type { CueId } from '../lexicon/cue-ids.ts'
import type { Language } from '../lexicon/languages.ts'
import { analyzeText, type ClauseFlags, forgetLatestAnalysis } from './analysis.ts'

const clausesOf = (text: string, language?: Language): string[] =>
  analyzeText(text, language).sentences.flatMap(({ clauses }) =>
    clauses.map(({ start, end }) => text.slice(start, end)),
  )

const first = (text: string, language?: Language) => analyzeText(text, language).sentences[0]!.clauses[0]!

describe('clauses', () => {
  it.each([
    ['The server is down, and we have 3 backups left.', 2],
    ['I am allergic to nuts, and my flight is on 14 November.', 2],
    ['a few people came; the others were late', 2],
    ['priya says no, it was a leaked token', 1],
    ['marek says he also paid 90, but i think that was last month', 1],
    ['if it rains, we are at home', 1],
    ['it costs 40, i think', 1],
    ['we use Postgres, not MySQL', 1],
    ['bisoprolol 2.5 mg morning, ramipril 5 mg evening', 1],
    ['I am free on Monday, except when it is a holiday', 1],
    ['"we are late, and we have no car" is the first line', 1],
    ['He said "stop." The server is down, and we have 3 backups left.', 3],
    ['(Really.) The server is down, and we have 3 backups left.', 3],
    ['port 8080, no, it is 9090', 1],
  ])('"%s" has %i clauses', (text, count) => {
    expect(clausesOf(text, 'en')).toHaveLength(count)
  })

  it.each<readonly [Language, string, number]>([
    ['de', 'Der Server ist aus, und wir haben drei Kopien.', 2],
    ['de', 'Er sagt, der Server ist aus, und wir haben drei Kopien.', 1],
    ['de', 'Wenn es regnet, sind wir zu Hause, und wir haben Zeit.', 1],
    ['fr', 'Le serveur est en panne, et nous avons trois copies.', 2],
    ['nl', 'De server is stuk, en we hebben drie kopieën.', 2],
    ['zh', '服务器坏了，我们有三个备份。', 1],
    ['zh', '小王说服务器坏了，我们有三个备份。', 1],
  ])('%s: "%s" has %i clauses', (language, text, count) => {
    expect(clausesOf(text, language)).toHaveLength(count)
  })
})

describe('flags and speaker', () => {
  it.each<readonly [Language, string, keyof ClauseFlags]>([
    ['en', 'what time is it?', 'question'],
    ['en', 'call me Sam from now on', 'instruction'],
    ['es', 'según el médico, no puede comer gluten', 'reported'],
    ['ja', '父は嫌だと言っています', 'reported'],
  ])('%s: "%s" is %s', (language, text, flag) => {
    expect(first(text, language).flags[flag]).toBe(true)
  })

  it.each<readonly [Language, string, CueId, boolean]>([
    ['en', 'dont tell the client', 'negation', true],
    ['en', 'it is probably the cable', 'hedge', true],
    ['en', 'how about Friday', 'proposal', true],
    ['en', 'what if it fails', 'hypothetical', true],
    ['de', 'das kann nicht sein', 'negation', true],
    ['fr', 'il viendra peut-être demain', 'hedge', true],
    ['zh', '最多4个人', 'negation', false],
  ])('%s: whether "%s" holds the cue %s is %s', (language, text, cue, isHeld) => {
    expect(first(text, language).kinds.has(cue)).toBe(isHeld)
  })

  it.each<readonly [Language, string, string]>([
    ['en', 'marek says he paid 90', 'marek'],
    ['en', 'she said the disk failed', 'she'],
    ['en', 'the disk failed, says Marek', 'Marek'],
    ['en', 'according to Anna the port is closed', 'Anna'],
    ['en', 'the bank has confirmed the transfer', 'bank'],
    ['fr', 'Karim a dit que le bus part', 'Karim'],
    ['de', 'laut Henning fehlt ein Schrank', 'Henning'],
    ['es', 'mi suegra dice que es caro', 'suegra'],
    ['zh', '小王建议用MongoDB', '小王'],
  ])('%s: in "%s" the speaker is %s', (language, text, speaker) => {
    expect(first(text, language).speaker).toMatchObject({ text: speaker })
  })

  it('name the speaker self in the first person, and no report', () => {
    const clause = first('I told him the blue one', 'en')
    expect([clause.speaker, clause.flags.reported]).toEqual(['self', false])
  })

  it('do not mark an instruction to others as one to the assistant', () => {
    expect(first('the dentist says she must never take amoxicillin', 'en').flags.instruction).toBe(false)
  })
})

describe('values', () => {
  it.each<readonly [Language, string, string]>([
    ['en', 'bisoprolol 2.5 mg', '2.5 mg'],
    ['en', 'port 8080 is closed', '8080'],
    ['ja', '予算は18万円です', 'jpy 180000'],
    ['en', 'costs $4.5k', 'usd 4500'],
    ['de', 'Termin am 5. Mai', '05-05'],
    ['pl', '12 minut', '12 minute'],
    ['zh', '8GB内存', '8 gb'],
    ['zh', '7:40出发', '07:40'],
    ['ko', '8:10에 출발합니다', '08:10'],
  ])('%s: "%s" has the value %s', (language, text, canonical) => {
    expect(first(text, language).values.map((value) => value.text)).toEqual([canonical])
  })
})

it('analyzeText finds the language of each sentence, and uses the prior for a text without one', () => {
  const { sentences } = analyzeText(
    'The plan is fine as it is for us. Das ist aber nicht mein Problem und auch nicht deins.',
  )
  expect(sentences.map(({ language }) => language)).toEqual(['en', 'de'])
  expect(analyzeText('18:30', 'fr').language).toBe('fr')
})

it.each(['a ', 'no, ', '.', '不', '"', 'if it is, ', '1,', '- ', 'ne … '])(
  'analyzeText is linear on 100,000 characters of "%s"',
  (part) => {
    const text = part.repeat(100_000 / part.length)
    analyzeText(text.slice(0, 5_000))
    const start = performance.now()
    analyzeText(text)
    expect(performance.now() - start).toBeLessThan(4_000)
  },
)

it('the latest text is read once, until it is forgotten', () => {
  const text = 'The pump of hall 7 is due on Monday.'
  const analysis = analyzeText(text, 'en')
  expect(analyzeText(text, 'en')).toBe(analysis)
  forgetLatestAnalysis()
  expect(analyzeText(text, 'en')).not.toBe(analysis)
  expect(analyzeText(text, 'en')).toEqual(analysis)
})
