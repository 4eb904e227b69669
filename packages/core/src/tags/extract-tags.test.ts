import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wordsOf } from '../words/words.ts'
import { extractTags } from './extract-tags.ts'
import type { Tag } from './tag.ts'

const tagsOf = (text: string): Tag[] => extractTags(text, wordsOf(text))

/** Canonical texts of one kind. */
function of(kind: string, text: string): string[] {
  return tagsOf(text)
    .filter((tag) => tag.kind === kind)
    .map((tag) => tag.text)
}

describe('patterns', () => {
  test('find addresses without the signs of the sentence around them', () => {
    expect(of('url', 'See https://Example.com/a/B?x=1. Or (www.foo.org/bar), example.com/x!')).toEqual([
      'https://example.com/a/B?x=1',
      'www.foo.org/bar',
      'example.com/x',
    ])
    expect(of('url', 'Example.com, News.Example.org/A. But Socket.io, ready.It, http://... www.... x://')).toEqual([
      'example.com',
      'news.example.org/A',
    ])
    expect(of('email', 'Write to Bob.Smith+x@mail.example.co.uk, please')).toEqual(['bob.smith+x@mail.example.co.uk'])
  })

  test('find paths of every kind, without line numbers, and no paths in prose', () => {
    expect(of('path', 'src/fold/words.ts:12:5 /etc/nginx/nginx.conf C:\\Users\\me\\a.txt package.json ../x')).toEqual([
      'src/fold/words.ts',
      '/etc/nginx/nginx.conf',
      'C:\\Users\\me\\a.txt',
      'package.json',
      '../x',
    ])
    expect(of('path', 'and/or TCP/IP 24/7 km/h he/she Node.js e.g. <b>x</b> ...So')).toEqual([])
  })

  test('find versions, and no version in dates, thousands or network addresses', () => {
    expect(of('version', 'v1.2.3, version 3.11, 18.2.0-rc.1')).toEqual(['1.2.3', '3.11', '18.2.0-rc.1'])
    expect(of('version', '07.05.2023 1.234.567 192.168.0.1 3.5')).toEqual([])
  })

  test('find errors', () => {
    expect(of('error', 'HTTP 404, status code 500: TypeError, exit code 137, E1234, ERR_X_Y, ECONNREFUSED')).toEqual([
      'http 404',
      'http 500',
      'TypeError',
      'exit 137',
      'E1234',
      'ERR_X_Y',
      'ECONNREFUSED',
    ])
    expect(of('error', 'Chapter 404 of 500 pages. Brexit 2016, terror 500')).toEqual([])
    expect(of('error', '发生错误代码 500')).toEqual(['error 500'])
  })

  test('find money with the sign or the name on either side', () => {
    expect(of('money', '$4.5k, 450 dollars, €1.200,50, 1 200 €, USD 300, 12 Mio. Euro, 500元, 3万円')).toEqual([
      'usd 4500',
      'usd 450',
      'eur 1200.5',
      'eur 1200',
      'usd 300',
      'eur 12000000',
      'cny 500',
      'jpy 30000',
    ])
  })

  test('find numbers with Indian groups, and with the signs of full-width and Arabic digits', () => {
    expect(of('money', '₹1,50,000 or ₹10,00,000.50, １，５００円, ١٬٥٠٠ ريال')).toEqual([
      'inr 150000',
      'inr 1000000.5',
      'jpy 1500',
      'sar 1500',
    ])
    expect(of('number', '12,34,567 and ١٢٫٥')).toEqual(['1234567', '12.5'])
    expect(of('number', '５，６，７ and 1,23')).toEqual(['5', '6', '7', '1.23'])
  })

  test('find money whose thousands are separated by spaces, with the currency on either side', () => {
    expect(of('money', 'USD 1 200, € 1 200,50, CHF 12 000, 1 000 €, 1 050 000,5 zł, $5, 200 $')).toEqual([
      'usd 1200',
      'eur 1200.5',
      'chf 12000',
      'eur 1000',
      'pln 1050000.5',
      'usd 5',
      'usd 200',
    ])
  })

  test('find dates in many forms', () => {
    const text =
      '7 May 2023, May 7, 2023, 2023-05-07T10:00, 07.05.2023, 13/5/2023, 2024年5月7日, in 2021, next week, 3 days ago, am Freitag, 3 de mayo de 2024, 明天'
    expect(of('date', text)).toEqual([
      '2023-05-07',
      '2023-05-07',
      '2023-05-07',
      '2023-05-07',
      '2023-05-13',
      '2024-05-07',
      '2021',
      'next week',
      '3 day ago',
      'friday',
      '2024-05-03',
      'tomorrow',
    ])
    expect(of('date', 'You may march on')).toEqual([])
    expect(of('date', 'I waited days ago, a few weeks ago')).toEqual(['day ago', 'few week ago'])
  })

  test('find times, percentages and quantities', () => {
    expect(of('time', '14:30, 2 pm, 2:30pm, 14h30, 14 Uhr, 下午3点半, 午後3時. But 3.45')).toEqual([
      '14:30',
      '14:00',
      '14:30',
      '14:30',
      '14:00',
      '15:30',
      '15:00',
    ])
    expect(of('percent', '12.5%, 12 percent, 3 Prozent, 5 por ciento')).toEqual(['12.5%', '12%', '3%', '5%'])
    expect(of('quantity', '5 kg, 300ms, 16 GB, 3 hours, 3 Stunden, 5公斤, 20 分钟, 30°C')).toEqual([
      '5 kg',
      '300 ms',
      '16 gb',
      '3 hour',
      '3 hour',
      '5 kg',
      '20 minute',
      '30 °c',
    ])
  })

  test('find identifiers', () => {
    const text =
      'getUserById user_name foo-bar2 AB-123 deadbeef12 123e4567-e89b-12d3-a456-426614174000 gpt4 @alice #42 Node.js'
    expect(of('identifier', text)).toEqual(text.split(' '))
    expect(of('identifier', 'well-known 1st 2nd 70s')).toEqual([])
    expect(of('identifier', 'fooBar/baz_qux, baz_qux:step2')).toEqual(['fooBar', 'baz_qux', 'baz_qux', 'step2'])
  })

  test('find numbers in any digits', () => {
    expect(of('number', "1,234.56 1.234,56 1'234 0.5 3rd 12,5")).toEqual([
      '1234.56',
      '1234.56',
      '1234',
      '0.5',
      '3',
      '12.5',
    ])
    expect(of('number', '٣٥ und ५ und ５００ und ๗')).toEqual(['35', '5', '500', '7'])
  })
})

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    'https://a.b/c',
    'a@b.co',
    'src/x.ts',
    'v1.2.3',
    '$45',
    '12:30',
    'May 7, 2023',
    '5 kg',
    'Anna',
    'the red door',
    '数据库',
    '5%',
    '…',
    'getX1',
    '١٢',
    '. ',
    ' ',
    ', ',
  ),
)
const line = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(' ').replaceAll('\n', ' '))

describe('typed values of any text', () => {
  test('lie inside it, in order and without overlaps, and are the same on every run', () => {
    fc.assert(
      fc.property(line, (text) => {
        const tags = tagsOf(text)
        let end = 0
        for (const tag of tags) {
          expect(tag.start).toBeGreaterThanOrEqual(end)
          expect(tag.end).toBeGreaterThan(tag.start)
          expect(tag.text).not.toBe('')
          end = tag.end
        }
        expect(end).toBeLessThanOrEqual(text.length)
        expect(tagsOf(text)).toEqual(tags)
      }),
    )
  })

  test.each(['a', '1', '$1', 'a@', '/a', ' \n'])(
    'of a megabyte of %j take less than four seconds',
    (unit) => {
      expect(secondsFor(unit, 1_000_000)).toBeLessThan(4)
    },
    30_000,
  )

  // A quadratic step would take a minute for these.
  test.each([
    'A',
    '1,111,',
    '1.',
    'a.',
    '\\',
    'A a ',
    'http://',
    'x://',
    '1 ',
    '-1',
    '12:',
    'a-1',
    'of A ',
    '中',
    '１',
    '_a',
    ':',
    '%',
    '+1 ',
    'May ',
    "a'",
  ])(
    'of 200,000 characters of %j take less than two seconds',
    (unit) => {
      expect(secondsFor(unit, 200_000)).toBeLessThan(2)
    },
    30_000,
  )
})

/** Attempts per measurement, because other processes slow down this one and its garbage collector. */
const TRIES = 3

/** The least seconds of processor time in up to three attempts. An attempt of less than a second is the last. */
function secondsFor(unit: string, length: number): number {
  const text = unit.repeat(length / unit.length)
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < TRIES && least > 1; i++) {
    const start = process.cpuUsage()
    tagsOf(text)
    least = Math.min(least, process.cpuUsage(start).user / 1e6)
  }
  return least
}

describe('figures of other scripts and signs', () => {
  test.each([
    ['quantity', 'يستغرق 24 ساعة', ['24 hour']],
    ['quantity', 'यह 3 घंटे चलता है', ['3 hour']],
    ['date', 'في 3 أبريل', ['04-03']],
    ['date', 'في 3 آب، سافر أب وأم', ['08-03']],
    ['date', 'نلتقي غدا', ['tomorrow']],
    ['date', '내일 만나요', ['tomorrow']],
    ['date', 'कल मिलते हैं', ['tomorrow or yesterday']],
    ['date', 'मई में', ['05']],
    ['date', '周四开会', ['thursday']],
    ['date', 'a las 8 de la mañana, mañana', ['tomorrow']],
    ['date', 'so mar hoy mo t2 ср', []],
    ['number', '𝟏𝟐 und ᥆', ['12', '0']],
    ['money', '٥٠٠ يورو', ['eur 500']],
    ['money', '３０００円', ['jpy 3000']],
    ['quantity', 'it is -5 °C, then 5 °C', ['-5 °c', '5 °c']],
    ['quantity', 'between 3-5 °C', ['5 °c']],
    ['quantity', 'the hall is 5m wide', ['5 m']],
    ['quantity', 'take .5 mg', ['0.5 mg']],
    ['money', "I'd try 500 mg", []],
  ])('%s in "%s"', (kind, text, expected) => {
    expect(of(kind, text)).toEqual(expected)
  })
})
