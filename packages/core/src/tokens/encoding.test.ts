import fc from 'fast-check'
import * as cl100kReference from 'gpt-tokenizer/encoding/cl100k_base'
import * as o200kReference from 'gpt-tokenizer/encoding/o200k_base'
import { beforeAll, describe, expect, it } from 'vitest'
import { type EncodingName, encodingOf, loadEncoding } from './encoding.ts'

const NAMES: readonly EncodingName[] = ['o200k', 'cl100k']

beforeAll(async () => {
  await loadEncoding('cl100k')
})

function referenceCount(name: EncodingName, text: string): number {
  const reference = name === 'o200k' ? o200kReference : cl100kReference
  return reference.countTokens(text, { disallowedSpecial: new Set() })
}

function expectSameCounts(text: string): void {
  for (const name of NAMES) expect(encodingOf(name).count(text), name).toBe(referenceCount(name, text))
}

/** True without U+FEFF and U+0085, which the reference counts unlike the published encodings. */
function isFairToReference(text: string): boolean {
  return !/[\uFEFF\u0085]/.test(text)
}

describe('counts as the published encodings do', () => {
  it('for prose, code, data and other languages', () => {
    expectSameCounts("I don't think we'll make it; they've GONE, and I'D'VE said so. McDonald's iPhone, HTTPServer.")
    expectSameCounts(
      'function add(a, b) {\n\treturn a + b // sum\n}\n\n\nexport const x = [1, 22, 333, 4444, 55555]\r\n',
    )
    expectSameCounts(JSON.stringify({ id: 'a1b2-c3', items: [1.5, null, true, 'x\ny'], path: '/usr/lib//x' }, null, 2))
    expectSameCounts('Größenwahn über Straßen. Ça va, élève? Τι κάνεις; Привет, мир! שלום עולם مرحبا بالعالم')
    expectSameCounts('こんにちは世界。東京は今日も雨です。你好，世界！안녕하세요 세계 नमस्ते दुनिया สวัสดีชาวโลก')
    expectSameCounts('👍🏽 👨‍👩‍👧‍👦 🏳️‍🌈 𝒳𝒴 𐐀𐐨 e\u0301 ǅ ʰ Ⅷ ½ ² ١٢٣٤')
  })

  it('for special tokens, which are plain text', () => {
    expectSameCounts('<|endoftext|> and <|im_start|>user<|im_sep|>')
    expect(encodingOf('o200k').count('<|endoftext|>')).toBe(7)
  })

  it('for white space of every length and place', () => {
    for (const run of [
      'a  b',
      '  ',
      ' \n ',
      '\n\n  x',
      ' \r\n\r\n',
      '\t\tx',
      '\u3000\u3000字',
      'x   ',
      '   !',
      ' \n\n !',
    ]) {
      expectSameCounts(run)
    }
  })

  it('for any text, lone surrogates among it', () => {
    const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      units.map((codes) => String.fromCharCode(...codes)),
    )
    fc.assert(fc.property(texts.filter(isFairToReference), expectSameCounts), { numRuns: 1000 })
  })

  it('for runs of characters in any order', () => {
    const characters = [
      ...'aAsSlLvVeErRtT zZ1²١-=/\'"!.\n\r\t中한ก😀é\u0301ǅʰ\u00a0\u3000',
      '\ud83d',
      '\udc00',
      'th',
      'ing',
    ]
    const run = fc.tuple(fc.constantFrom(...characters), fc.integer({ min: 1, max: 12 }))
    const texts = fc
      .array(run, { maxLength: 14 })
      .map((runs) => runs.map(([unit, times]) => unit.repeat(times)).join(''))
    fc.assert(fc.property(texts, expectSameCounts), { numRuns: 1500 })
  })

  it('for words with and without text before and after them', () => {
    const words = ['the', 'The', 'API', 'string', 'internationally', 'q', 'xqz', 'é', "don't", 'aB', '中']
    const around = [...' _./(\'"-\n#,', '', '  ', '. ', ', ', '::', '7', '2026', '\0']
    const text = fc
      .array(fc.oneof(fc.constantFrom(...words), fc.constantFrom(...around)), { maxLength: 16 })
      .map((parts) => parts.join(''))
    fc.assert(fc.property(text, expectSameCounts), { numRuns: 1500 })
  })

  // Numbers are counted without the vocabulary, so every one of these has to be in it.
  it('for every number of up to three digits', () => {
    for (const width of [1, 2, 3]) {
      for (let number = 0; number < 10 ** width; number++) expectSameCounts(`${number}`.padStart(width, '0'))
    }
  })

  it('for words of hundreds of letters', () => {
    const letters = fc.constantFrom('a', 'b', 'e', 'n', 't', 'é', '中', 'ß', 'the', 'ation')
    const words = fc.array(letters, { minLength: 60, maxLength: 300 }).map((parts) => parts.join(''))
    fc.assert(fc.property(words, expectSameCounts), { numRuns: 150 })
  })

  it('for byte order marks and next-line characters', () => {
    const { count } = encodingOf('o200k')
    expect(count('\uFEFFusing System')).toBe(2)
    expect(count('\uFEFF\uFEFF x')).toBe(2)
    expect(count('x\uFEFF1')).toBe(3)
    expect(encodingOf('cl100k').count('a\uFEFF b')).toBe(3)
    expect(encodingOf('cl100k').count("\u0085'sា_ﷺﷺ")).toBe(11)
  })
})

describe('takes time that grows with the length of the text alone', () => {
  const million = 1_000_000
  const ceilingMs = 2000
  // Seeded, so that every run counts the same letters.
  const letters = Array.from({ length: million }, (_, at) => 97 + ((Math.imul(at + 1, 0x9e3779b1) >>> 11) % 26))
  const runs: Readonly<Record<string, { text: string; o200k: number }>> = {
    'one letter': { text: 'a'.repeat(million), o200k: 125_000 },
    'capital letters': { text: 'A'.repeat(million), o200k: 125_000 },
    spaces: { text: ' '.repeat(million), o200k: 7_813 },
    'spaces before a word': { text: `${' '.repeat(million)}x`, o200k: 7_814 },
    'line ends': { text: '\n'.repeat(million), o200k: 62_500 },
    'equal signs': { text: '='.repeat(million), o200k: 15_625 },
    'one emoji': { text: '😀'.repeat(million / 4), o200k: 250_000 },
    'one ideograph': { text: '中'.repeat(million / 3), o200k: 333_333 },
    digits: { text: '1'.repeat(million), o200k: 333_334 },
  }

  it.each(Object.entries(runs))('a megabyte of %s', (_, { text, o200k }) => {
    const startedAt = performance.now()
    expect(encodingOf('o200k').count(text)).toBe(o200k)
    expect(performance.now() - startedAt).toBeLessThan(ceilingMs)
    const againAt = performance.now()
    expect(encodingOf('cl100k').count(text)).toBeGreaterThan(0)
    expect(performance.now() - againAt).toBeLessThan(ceilingMs)
  })

  it('counts a piece that is too long to be merged at once, with an error of a token or two at each border', () => {
    const startedAt = performance.now()
    expect(Math.abs(encodingOf('o200k').count('a'.repeat(3 * million + 1)) - 375_001)).toBeLessThan(6)
    expect(performance.now() - startedAt).toBeLessThan(3 * ceilingMs)
  })

  it('counts a megabyte of letters in random order', () => {
    const text = letters.map((code) => String.fromCharCode(code)).join('')
    const startedAt = performance.now()
    expect(encodingOf('o200k').count(text)).toBeGreaterThan(million / 4)
    expect(performance.now() - startedAt).toBeLessThan(ceilingMs)
  })
})

describe('encodingOf', () => {
  it('returns an encoding by its name once it is loaded', async () => {
    expect((await loadEncoding('cl100k')).name).toBe('cl100k')
    expect(encodingOf('cl100k').name).toBe('cl100k')
    expect(encodingOf('o200k').name).toBe('o200k')
  })

  it('counts nothing in an empty text', () => {
    for (const name of NAMES) expect(encodingOf(name).count('')).toBe(0)
  })
})
