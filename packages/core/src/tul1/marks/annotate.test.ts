import { describe, expect, it } from 'vitest'
import { transcriptFacts } from '../transcript-facts.ts'
import type { TranscriptMessage } from '../transcript-message.ts'
import { annotate } from './annotate.ts'
import { markText } from './mark.ts'

/** The marks of each message, as shown, in a dialogue that the user opens. */
function marksOf(...contents: string[]): string[][] {
  const messages = contents.map((content, i): TranscriptMessage => ({ role: i % 2 ? 'assistant' : 'user', content }))
  const { facts } = transcriptFacts(messages, { count: (text) => Math.ceil(text.length / 4) })
  return annotate(messages, facts).marks.map((ofMessage) => [...ofMessage.values()].flat().map(markText))
}

describe('annotate', () => {
  it('names the turns that correct and that are corrected, for each correction of a chain', () => {
    expect(
      marksOf(
        'The build takes 9 minutes.',
        'Long.',
        'Actually the build takes 11 minutes.',
        'OK.',
        'Sorry, the build takes 10 minutes.',
      ),
    ).toEqual([['corrected by T3'], [], ['corrects T1', 'corrected by T5'], [], ['corrects T3']])
  })

  it('does not mark a value that is repeated after a correction as a contradiction', () => {
    const marks = marksOf('The port is 8080.', 'No, the port is 8081.', 'OK.', 'So the port is 8081.')
    expect(marks[3]).toEqual([])
  })

  it('distinguishes the speakers: "my" of one is "your" of the other', () => {
    expect(marksOf('My cat is 4 years old.', 'My cat is 6 years old.')).toEqual([[], []])
    expect(marksOf('My cat is 4 years old.', 'Your cat is 6 years old.')[1]).toEqual(['contradicts T1'])
  })

  it('skips a reply that postpones the answer', () => {
    const marks = marksOf('Who signed the lease?', 'Let me check.', 'Thanks.', 'Carla Mendes signed the lease.')
    expect(marks[0]).toEqual(['answered in T4'])
  })

  it('leaves an unanswered question open', () => {
    expect(marksOf('When does the warranty expire?', 'I have no idea.')[0]).toEqual(['open'])
  })

  it.each([
    ['O gato dorme num cesto.', 'O gato dorme no cesto.'],
    ['Le menu coûte 40 € par personne.', 'Le menu coûte 40 €.'],
    ['The bus stop is on Mill Road.', 'The bus is on Mill Road.'],
  ])('sees no contradiction between "%s" and "%s"', (first, second) => {
    expect(marksOf(first, second)).toEqual([[], []])
  })

  it('takes less than ten times as long for four times as many questions and answers', {
    timeout: 60_000,
    retry: 3,
  }, () => {
    const lines = (count: number, end: string) =>
      Array.from({ length: count }, (_, i) => `Where is box ${i}${end}`).join('\n\n')
    const cpuMs = (count: number): number => {
      const before = process.cpuUsage()
      expect(marksOf(lines(count, '?'), lines(count, '.'))).toHaveLength(2)
      return process.cpuUsage(before).user / 1000
    }
    cpuMs(1_000)
    expect(cpuMs(16_000) / cpuMs(4_000)).toBeLessThan(10)
  })

  it.each([['- do not deploy on Fridays'], ['y depends on x and z']])(
    'reads no question in the line without an end mark "%s"',
    (line) => {
      expect(marksOf(line, 'OK.')).toEqual([[], []])
    },
  )

  it('does not count a statement about another aspect as the answer to a yes-no question', () => {
    expect(marksOf('Is the Lisbon hotel refundable?', 'The hotel has a pool.')[0]).toEqual([])
  })

  it.each([
    ['Is the Lisbon hotel refundable?', 'Yes, until Friday.'],
    ['Is the bridge safe for trucks?', 'Only up to 7.5 tonnes.'],
    ['Could you shorten this sentence: The dog that was brown ran fast?', 'The brown dog ran fast.'],
  ])('finds the answer to "%s" in "%s"', (question, answer) => {
    expect(marksOf(question, answer)[0]).toEqual(['answered in T2'])
  })

  it.each([
    'I read in bed every night.',
    'Our estimates are 500 dollars.',
    '그래, 화요일에 만나자.',
    '원래 회의는 화요일이었습니다.',
    'はい、そうです。',
    '我的报告周五交。',
  ])('sees no report of another person in "%s"', (text) => {
    expect(marksOf(text)).toEqual([[]])
  })

  it.each([
    'I read in the paper that the bridge is closed.',
    'She estimates 500 dollars.',
    '민수가 회의는 화요일이래.',
    '彼は明日行くそうです。',
    '他报告说系统坏了。',
  ])('sees a report of another person in "%s"', (text) => {
    expect(marksOf(text)).toEqual([['reported']])
  })

  it('ignores quotations and code', () => {
    expect(marksOf('The song is called "Maybe I think so".', '`maybe` is a name.')).toEqual([[], []])
  })

  it('ignores a language without a lexicon', () => {
    expect(marksOf('Τιμή: 20 ευρώ.', 'Τιμή: 25 ευρώ.')).toEqual([[], []])
  })

  it.each([
    ['ar', 'الإيجار 500 دولار.', 'تصحيح: الإيجار 550 دولار.'],
    ['de', 'Der Zug fährt um 9:15.', 'Nein, der Zug fährt um 9:45.'],
    ['es', 'El tren sale a las 9:15.', 'Perdón, el tren sale a las 9:45.'],
    ['fr', 'Le train part à 9:15.', 'Je me suis trompé, le train part à 9:45.'],
    ['hi', 'ट्रेन 9:15 पर निकलती है।', 'माफ़ कीजिए, ट्रेन 9:45 पर निकलती है।'],
    ['ja', '電車は9:15に出ます。', '訂正です、電車は9:45に出ます。'],
    ['ko', '기차는 9:15에 출발합니다.', '정정합니다, 기차는 9:45에 출발합니다.'],
    ['pl', 'Pociąg odjeżdża o 9:15.', 'Poprawka: pociąg odjeżdża o 9:45.'],
    ['ru', 'Поезд отходит в 9:15.', 'Я ошибся, поезд отходит в 9:45.'],
    ['tr', 'Tren saat 9:15 kalkıyor.', 'Pardon, tren saat 9:45 kalkıyor.'],
    ['vi', 'Tàu khởi hành lúc 9:15.', 'Xin lỗi, tàu khởi hành lúc 9:45.'],
    ['zh', '火车9:15出发。', '说错了，火车9:45出发。'],
  ])('%s: marks the correction of a time', (_language, first, second) => {
    expect(marksOf(first, 'OK.', second)).toEqual([['corrected by T3'], [], ['corrects T1']])
  })

  it.each([
    ['two things', 'The test server has 8 GB.', 'No, the live server has 16 GB.'],
    ['the same thing and one more', 'The course has 14 students.', 'The second course has 9 students.'],
    ['a value without a topic long after', 'Our budget is 4,000 euros.', 'It is 5,000 now for the other team.'],
    ['a condition', 'If the limit is 10, the queue blocks.', 'If the limit is 20, the queue waits.'],
    ['an addition', 'I love hiking.', 'I actually love swimming too.'],
    ['what was only asked', 'Is the port 8080?', 'Is the port 9090?'],
  ])('marks neither of two statements about %s', (_what, first, second) => {
    const marks = marksOf(first, 'OK.', second).flat()
    expect(marks.filter((mark) => /^c/.test(mark))).toEqual([])
  })
})
