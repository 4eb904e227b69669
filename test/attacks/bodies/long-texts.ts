import { seededRandom } from '../../stand-in/seeded-random.ts'

/** A hostile or very long text of one answer. `share` scales its full size, from 0 to 1. */
export interface LongText {
  readonly name: string
  readonly text: (share: number) => string
}

const M = 1_000_000

/** Lines, sentences or cells: `count` at full size. */
function repeated(name: string, count: number, write: (index: number) => string, head = ''): LongText {
  return {
    name: `${count.toLocaleString('en')} ${name}`,
    text: (share) => head + Array.from({ length: Math.ceil(count * share) }, (_, index) => write(index)).join(''),
  }
}

/** Characters made from random numbers: `length` at full size. */
function random(name: string, length: number, write: (number: number) => string): LongText {
  return {
    name: `${length.toLocaleString('en')} characters of ${name}`,
    text(share) {
      const next = seededRandom(length)
      const pieces: string[] = []
      for (let written = 0; written < length * share; ) {
        const piece = write(Math.floor(next() * 0x1_0000_0000))
        pieces.push(piece)
        written += piece.length
      }
      return pieces.join('')
    },
  }
}

const letter = (from: number, count: number) => (number: number) => String.fromCharCode(from + (number % count))
/** Words of four letters, as scripts with spaces have them. */
const words = (from: number, count: number) => (number: number) =>
  `${[0, 6, 12, 18].map((shift) => letter(from, count)(number >>> shift)).join('')} `

export const LONG_TEXTS: readonly LongText[] = [
  { name: '400,000 equals signs', text: (share) => `The harbour ${'='.repeat(400_000 * share)} is quiet.` },
  repeated('short sentences', 9_000, (i) => `The ship ${i} is of the year ${1900 + (i % 99)}. `),
  repeated('sentences', 15_000, (i) => `The ship ${i} is of the year ${1900 + (i % 99)}. `),
  repeated('statements of not this but that', 60_000, (i) => `It is ${i % 9} not ${(i + 1) % 9}. `),
  repeated('rows of a table', 100_000, (i) => `| ${i} | value ${i * 3} |\n`, '| a | b |\n|---|---|\n'),
  repeated('items of a list', 80_000, (i) => `${i}. **Name ${i}**: a ship of the year ${1900 + (i % 99)}\n`),
  repeated('blocks of code', 60_000, (i) => `\`\`\`js\nlet a = ${i % 7}\n\`\`\`\n`),
  random('Han', 3 * M, letter(0x4e00, 20_000)),
  random('Thai', 3 * M, letter(0xe01, 50)),
  random('Devanagari', 3 * M, words(0x904, 50)),
  random('Arabic', 3 * M, words(0x620, 40)),
  random('Hangul', 3 * M, words(0xac00, 11_000)),
  random('emoji joined by zero width joiners', 3 * M, () => '👨‍👩‍👧‍👦'),
  random('combining marks', 3 * M, () => '\u0301'),
  random('digits', 3 * M, (number) => String(number)),
  random('one letter', 3 * M, () => 'aaaaaaaa'),
  random('spaces', 3 * M, () => '        '),
  random('line breaks', 3 * M, () => '\n\n\n\n'),
  random('unique words', 3 * M, (number) => `${number.toString(36)} `),
  random('quotation marks', 2 * M, () => '"a" '),
  random('a path', 2 * M, (number) => `${'abcdefg'[number % 7]}/`),
]
