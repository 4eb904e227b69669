import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasShapeOfWord, isStorable } from './storable-word.ts'

const WORDS = {
  English: ['lantern', 'harbour', 'lighthouse', 'strengths', 'rhythm', 'well-known', 'state-of-the-art', "o'clock"],
  German: ['Rechtschreibung', 'Angstschweiß', 'Baden-Württemberg', 'Größe', 'weg'],
  French: ['théâtre', 'aujourd’hui', 'œuvre', 'Saint-Étienne'],
  Spanish: ['corazón', 'niño', 'mañana'],
  Polish: ['źdźbło', 'chrząszcz', 'Szczecin'],
  Czech: ['řeka', 'Praha', 'škola'],
  Turkish: ['ışık', 'İstanbul', 'çocuk'],
  Vietnamese: ['nghiêng', 'Đà Nẵng'],
  Finnish: ['hääyöaie', 'Helsinki'],
  Russian: ['взгляд', 'Москва'],
  Greek: ['θάλασσα', 'Αθήνα'],
  Arabic: ['مرحبا', 'القاهرة'],
  Hebrew: ['שלום'],
  Hindi: ['नमस्ते', 'दिल्ली'],
  Tamil: ['வணக்கம்'],
  Thai: ['กรุงเทพ'],
  Chinese: ['你好', '北京'],
  Japanese: ['東京', 'ありがとう', 'カタカナ'],
  Korean: ['서울', '안녕하세요'],
  names: ['Okonkwo', 'McDonald', 'Hannelore', "O'Brien", 'Mary Jane', 'Asia-Pacific'],
  identifiers: [
    'getUserById',
    'JavaScript',
    'PostgreSQL',
    'iOS',
    'NATO',
    'user_id',
    'MAX_SIZE',
    'macOS',
    'npm-install',
  ],
  'tickets and standards': ['PROJ-42', 'ISO-8601', 'RFC-2119', 'AB-12', 'AB-1234'],
  'short names with a number': ['utf-8', 'mp3', 'HTTP2', 'S3', 'HIV-1'],
}

const WITHHELD = {
  passwords: [
    'Tr0ub4dor&3',
    'hunter2',
    'hunter2Zq9',
    'P@ssw0rd',
    'letmein!',
    'qwerty123',
    'Summer2024',
    'pass12',
    'love69',
    'iLoveY0u',
    'x7#kQ',
    'correct-horse-battery',
    'correct_horse_battery',
    'aB3$',
    'zxcvbnmq',
    'QwzXkvBnMp',
    'passwort1',
    'пароль123',
    '密码888888',
    'Contraseña1',
  ],
  keys: [
    'sk-live-Zx81Qq77TTpw02mm',
    'sk-abcdefghij',
    'pk_test',
    'AKIAIOSFODNN7EXAMPLE',
    'AKIAIOSFODNNAEXAMPLE',
    'asiaiosfodnnaexample',
    'AIzaSyA1b2C3',
    'ghp_abcdefghijkl',
    'xoxb-abcdef',
    'glpat-abcdefgh',
    'hf_AbCdEfGhIj',
    'npm_abcdefghij',
    'eyJhbGciOiJIUzI1NiJ9',
    'eyJhbGci.eyJzdWIi.c2lnbg',
    'c2VjcmV0IGtleQ==',
    'wJalrXUtnFEMI/K7MDENG',
    'AbCdEfGhIjKlMnOp',
    'ssh-rsa AAAAB3Nza',
  ],
  'hexadecimal numbers and UUIDs': [
    'deadbeef',
    'cafebabe',
    'd41d8cd98f00b204',
    '0xdeadbeef',
    '550e8400-e29b-41d4',
    'DEADBEEF-CAFE',
    '1f',
    'a1b2c3d4',
  ],
  numbers: [
    '1234',
    '4111 1111 1111 1111',
    '4111111111111111',
    '3.14',
    '1,000',
    '٤٢',
    '४२',
    '１２３',
    '42',
    '007',
    '½',
    'Ⅻ',
  ],
  'bank accounts': ['DE89370400440532013000', 'GB29 NWBK 6016 1331', 'FR7630006000011234'],
  'phone numbers': ['+49 170 1234567', '(555) 123-4567', '555-1234', '0170-1234567', 'tel-5551234', '+1-800-FLOWERS'],
  'mail addresses and user names': ['jane.roe@private.example', 'jane@x', 'jane.roe', 'jane_roe85', '@jane'],
  dates: ['2024-05-07', '07.05.2024', '5/7/2024', '7-May-2024', 'May-2024', '12:30'],
  'postal addresses': [
    '221B Baker Street',
    'Baker Street',
    'Main Road',
    'Hauptstraße',
    'Hauptstrasse',
    'Rue Cler',
    'Via Roma',
    'Calle Mayor',
    'улица Ленина',
    'Drottninggatan',
    'SW1A 1AA',
    'SW1A',
    'D-80331',
    'DE-80331',
    'CH-8001',
    'Herengracht 12',
  ],
  'addresses of machines': [
    '192.168.0.1',
    'fe80::1',
    'example.com',
    'a/b',
    '/home/bob',
    'C:\\bob',
    '00-1b-63-84-45-e6',
  ],
  'licence plates and passports': ['AB-123-CD', 'M-XY 123', 'C01X00T47', 'X1234567'],
  'too long': ['Donaudampfschifffahrtsgesellschaft', 'a'.repeat(25)],
  'no word at all': ['', ' ', '-', '---', 'a--b', '-a', 'a-', '\u0000', 'a\nb', '\ud800', '💡', 'a\u202eb', 'a\u200bb'],
}

describe('words that may be stored', () => {
  test.each(Object.entries(WORDS))('%s', (_, words) => {
    expect(words.filter((word) => !hasShapeOfWord(word))).toEqual([])
  })
})

describe('words that are withheld', () => {
  test.each(Object.entries(WITHHELD))('%s', (_, words) => {
    expect(words.filter((word) => hasShapeOfWord(word))).toEqual([])
  })

  test('words that only one message uses', () => {
    expect(isStorable({ kind: 'term', word: 'lantern', messages: 1 })).toBe(false)
    expect(isStorable({ kind: 'term', word: 'lantern', messages: 2 })).toBe(true)
  })

  test.each(['url', 'email', 'path', 'money', 'date', 'number', 'quantity'] as const)('of the kind %s', (kind) => {
    expect(isStorable({ kind, word: 'lantern', messages: 9 })).toBe(false)
  })
})

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const DIGITS = '0123456789'
const SYMBOLS = '!"#$%&()*+,./:;<=>?@[\\]^`{|}~'
const of = (alphabet: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength })
/** Random characters of each alphabet, shuffled as a password generator does. */
const mixOf = (...alphabets: string[]) =>
  fc.tuple(...alphabets.map((alphabet) => of(alphabet, 1, 6)), of(alphabets.join(''), 6, 20)).chain((texts) => {
    const signs = [...texts.join('')]
    return fc.shuffledSubarray(signs, { minLength: signs.length }).map((shuffled) => shuffled.join(''))
  })

describe('random passwords are never stored', () => {
  test.each<[string, fc.Arbitrary<string>]>([
    ['letters and digits', mixOf(LOWER, DIGITS)],
    ['letters of both cases and digits', mixOf(LOWER, UPPER, DIGITS)],
    ['letters and symbols', mixOf(LOWER, SYMBOLS)],
    ['letters, digits and symbols', mixOf(LOWER, UPPER, DIGITS, SYMBOLS)],
    ['digits alone', of(DIGITS, 1, 24)],
    ['hexadecimal digits', of('0123456789abcdef', 8, 64)],
    [
      'letters that change case all the time',
      fc.array(fc.tuple(of(LOWER, 1, 1), of(UPPER, 1, 1)), { minLength: 4 }).map((pairs) => pairs.flat().join('')),
    ],
    ['consonants', of('bcdfghjklmnpqrstvwxz', 12, 24).filter((text) => !/(.)\1|[cpst]h|ck|ng|sch/.test(text))],
  ])('of %s', (_, password) => {
    fc.assert(
      fc.property(password, (word) => hasShapeOfWord(word) === false),
      { numRuns: 2000 },
    )
  })
})
