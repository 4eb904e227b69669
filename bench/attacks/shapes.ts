/** A message of the chat wire. */
export type Message = Readonly<Record<string, unknown>>

/** The messages of a conversation whose longest text, or whose items together, have about `size` characters. */
export type Shape = (size: number) => readonly Message[]

const QUESTION: Message = { role: 'user', content: 'And which is the quietest, that I told you about earlier?' }

function exchange(index: number): Message[] {
  const answer = `Harbour ${index} has ${index * 3 + 2} quays. ${`Begin at quay ${index}, and look up at the masts. `.repeat(6)}`
  return [
    { role: 'user', content: `What should we see in harbour number ${index}, if we have ${index + 2} hours there?` },
    { role: 'assistant', content: answer },
  ]
}

const TALK: readonly Message[] = Array.from({ length: 8 }, (_, index) => exchange(index)).flat()

/** A long answer at the start of a conversation. */
function answered(text: string): Message[] {
  return [{ role: 'user', content: 'Tell.' }, { role: 'assistant', content: text }, ...TALK, QUESTION]
}

/** A long message of the user at the start of a conversation. */
function told(text: string): Message[] {
  return [{ role: 'user', content: text }, { role: 'assistant', content: 'Yes.' }, ...TALK, QUESTION]
}

/** A long answer to which the newest message refers. */
function takenFrom(text: string): Message[] {
  const question = { role: 'user', content: 'The second one, please, the one of the year 1950.' }
  return [...TALK, { role: 'user', content: 'List.' }, { role: 'assistant', content: text }, question]
}

/** A long output of a tool at the start of a conversation. */
function read(text: string, input = '{"f":"a.ts"}'): Message[] {
  const call = { id: 'c', type: 'function', function: { name: 'Read', arguments: input } }
  return [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: text },
    { role: 'assistant', content: 'Done.' },
    ...TALK,
    QUESTION,
  ]
}

/** Random pieces of text of `size` characters in total, from a fixed seed. */
function pieces(size: number, pieceOf: (number: number) => string): string {
  let text = ''
  let number = 1
  while (text.length < size) {
    number = (Math.imul(number, 1664525) + 1013904223) | 0
    text += pieceOf(number >>> 0)
  }
  return text
}

/** As many lines as fit into about `size` characters. */
function lines(size: number, lineOf: (index: number) => string, separator = '\n'): string {
  const all: string[] = []
  for (let length = 0; length < size; length += all.at(-1)!.length + separator.length) all.push(lineOf(all.length))
  return all.join(separator)
}

function prose(size: number): string {
  return pieces(size, (number) => {
    const words = [
      'The harbour ',
      'costs ',
      `${number % 900} EUR `,
      'on Friday',
      '. ',
      'It is not ',
      'never ',
      'blue, ',
    ]
    words.push('and we ', 'decided ', '12 May 2026. ', 'Mara ', '\n', 'is ', `quay ${number % 50} `)
    return words[number % words.length]!
  })
}

const character = (first: number, count: number) => (number: number) => String.fromCharCode(first + (number % count))
const ship = (index: number) => `The ship ${index} is of the year ${1900 + (index % 99)}.`
const item = (index: number) => `${index}. **Name ${index}**: a ship of the year ${1900 + (index % 99)}`
const row = (index: number) => `| ${index} | value ${index * 3} |`
const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const many = (count: number, messagesOf: (index: number) => readonly Message[]): Message[] =>
  Array.from({ length: count }, (_, index) => messagesOf(index)).flat()

function toolPair(index: number): Message[] {
  const call = { id: `c${index}`, type: 'function', function: { name: 'f', arguments: `{"i":${index}}` } }
  return [
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: `c${index}`, content: `result k${index}` },
  ]
}

function callsAtOnce(count: number): Message[] {
  const calls = Array.from({ length: count }, (_, index) => {
    return { id: `c${index}`, type: 'function', function: { name: 'f', arguments: '{}' } }
  })
  const results = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: `r${id}` }))
  const called = { role: 'assistant', content: null, tool_calls: calls }
  return [{ role: 'user', content: 'Go.' }, called, ...results, { role: 'assistant', content: 'Done.' }, ...TALK]
}

/** Shapes of one long text, by its length in characters. */
const TEXTS: Readonly<Record<string, (size: number) => readonly Message[]>> = {
  'prose, assistant': (size) => answered(prose(size)),
  'prose, user': (size) => told(prose(size)),
  'prose, newest': (size) => [...TALK, { role: 'user', content: prose(size) }],
  'prose, listed': (size) => takenFrom(prose(size)),
  'prose, tool': (size) => read(prose(size)),
  'one sign': (size) => answered(`The harbour ${'='.repeat(size)} is quiet.`),
  'one sign, user': (size) => told(`The harbour ${'='.repeat(size)} is quiet.`),
  'one letter': (size) => answered('a'.repeat(size)),
  'one letter, tool': (size) => read('a'.repeat(size)),
  spaces: (size) => answered(`x${' '.repeat(size)}y`),
  'spaces, tool': (size) => read(`x${' '.repeat(size)}y`),
  'line breaks': (size) => answered(`x${'\n'.repeat(size)}y`),
  'unique words': (size) => answered(pieces(size, (number) => `${number.toString(36)} `)),
  digits: (size) => answered(pieces(size, String)),
  'digits and points': (size) => told('1.'.repeat(size / 2)),
  han: (size) => answered(pieces(size, character(0x4e00, 20000))),
  'han, user': (size) => told(pieces(size, character(0x4e00, 20000))),
  thai: (size) => answered(pieces(size, character(0xe01, 50))),
  hangul: (size) => answered(pieces(size, character(0xac00, 11000))),
  kana: (size) => told(pieces(size, character(0x3041, 80))),
  arabic: (size) => answered(pieces(size, character(0x627, 36))),
  devanagari: (size) => answered(pieces(size, character(0x904, 70))),
  'emoji, joined': (size) => answered('👨‍👩‍👧‍👦'.repeat(size / 11)),
  'combining marks': (size) => answered(`e${'\u0301'.repeat(size)}`),
  'lone surrogates': (size) => answered('\ud800'.repeat(size)),
  'short sentences': (size) => answered(lines(size, ship, ' ')),
  'short sentences, user': (size) => told(lines(size, ship, ' ')),
  'shortest sentences': (size) => answered('It is 5 not 6. '.repeat(size / 15)),
  quotes: (size) => answered('"a" '.repeat(size / 4)),
  questions: (size) => [...TALK, { role: 'user', content: 'Which one? '.repeat(size / 11) }],
  'questions, early': (size) => told(lines(size, (index) => `Which one of the ${index} ships?`, ' ')),
  url: (size) => answered(`see http://x.example/${'a/'.repeat(size / 2)} now`),
  list: (size) => takenFrom(lines(size, item)),
  bullets: (size) => takenFrom(lines(size, (index) => `- Name ${index}: a ship of the year ${1900 + (index % 99)}`)),
  table: (size) => answered(`| a | b |\n|---|---|\n${lines(size, row)}`),
  'table, user': (size) => told(`| a | b |\n|---|---|\n${lines(size, row)}`),
  'code fences': (size) => answered('```js\nlet a = 1\n```\n'.repeat(size / 20)),
  'open fences': (size) => answered('```\n'.repeat(size / 4)),
  'code of one file': (size) =>
    answered(
      `\`\`\`ts\n${lines(size, (index) => `export function f${index}(a: string): number { return ${index} }`)}\n\`\`\``,
    ),
  'numbered file': (size) =>
    read(
      lines(size, (index) => `${index + 1}\tconst value${index % 777} = compute(${index}) // note about ${index % 31}`),
    ),
  log: (size) =>
    read(
      lines(
        size,
        (index) => `2026-05-0${1 + (index % 9)} 10:00:00 ERROR worker ${index % 97} failed: after ${index} ms`,
      ),
    ),
  trace: (size) =>
    read(
      `Traceback (most recent call last):\n${lines(size, (index) => `  File "a${index}.py", line ${index}, in f${index}`)}`,
    ),
  'trace, assistant': (size) =>
    answered(`Error: broken\n${lines(size, (index) => `    at f${index} (src/a${index}.ts:${index}:3)`)}`),
  diff: (size) =>
    read(lines(size, (index) => (index % 50 ? `+ line of code ${index}` : `diff --git a/f${index} b/f${index}`))),
  paths: (size) => read(lines(size, (index) => `src/a${index % 313}/b${index}.ts:${index}:`)),
  'equal lines': (size) => read('the same line\n'.repeat(size / 14)),
  'shortest lines': (size) => read('a\n'.repeat(size / 2)),
  'json rows': (size) =>
    read(`[${lines(size, (index) => `{"id":"k${index * 7}","name":"n${index % 99}","price":${index * 1.5}}`, ',')}]`),
  'json lines': (size) => read(lines(size, (index) => `{"id":"k${index * 7}","name":"n${index % 99}"}`)),
  'deep json': (size) => read(deep(size / 2)),
  'deep json, said': (size) => answered(`\`\`\`json\n${deep(size / 2)}\n\`\`\``),
  'deep json, input': (size) => read('ok', deep(size / 2)),
  'deep objects': (size) => read('{"a":'.repeat(size / 6) + 1 + '}'.repeat(size / 6)),
  'words in bold': (size) =>
    takenFrom(lines(size, (index) => `The **ship ${index}** is of ${1900 + (index % 99)}.`, ' ')),
  corrections: (size) =>
    told(lines(size, (index) => `The meeting ${index % 50} is on Monday, no, Friday ${index % 28} May.`, ' ')),
  amounts: (size) => told(lines(size, (index) => `Item ${index} costs ${index}.50 EUR.`, ' ')),
  dates: (size) => told(lines(size, (index) => `${1 + (index % 28)} May ${1900 + (index % 200)}`, ' ')),
  mails: (size) => told(lines(size, (index) => `a${index}@b${index}.example`, ' ')),
  names: (size) =>
    answered(pieces(size, (number) => `${String.fromCharCode(65 + (number % 26))}${(number % 9999).toString(36)}on `)),
}

/** Shapes of many items: `size` divided by the rough length of one in JSON. */
const COUNTS: Readonly<Record<string, (size: number) => readonly Message[]>> = {
  'messages of two characters': (size) => [
    ...many(size / 30, (index) => [{ role: index % 2 ? 'assistant' : 'user', content: `a${index % 10}` }]),
    QUESTION,
  ],
  'messages of one speaker': (size) => [
    ...many(size / 30, (index) => [{ role: 'user', content: `a${index}` }]),
    { role: 'assistant', content: 'x' },
    ...TALK,
    QUESTION,
  ],
  'messages of a kilobyte': (size) => [
    ...many(size / 1024, (index) => [{ role: index % 2 ? 'assistant' : 'user', content: prose(1024) + index }]),
    QUESTION,
  ],
  'system messages': (size) => [
    ...many(size / 30, (index) => [{ role: 'system', content: `a${index}` }]),
    ...TALK,
    QUESTION,
  ],
  'system messages amid': (size) => [
    ...TALK,
    ...many(size / 30, (index) => [{ role: 'system', content: `a${index}` }]),
    { role: 'assistant', content: 'Yes.' },
    ...TALK,
    QUESTION,
  ],
  'tool pairs': (size) => [
    { role: 'user', content: 'Go.' },
    ...many(size / 100, toolPair),
    { role: 'assistant', content: 'Done.' },
    QUESTION,
  ],
  'calls at once': (size) => [...callsAtOnce(size / 60), QUESTION],
  'parts of one message': (size) => [
    { role: 'user', content: many(size / 30, (index) => [{ type: 'text', text: `p${index}` }]) },
    { role: 'assistant', content: 'ok' },
    ...TALK,
    QUESTION,
  ],
  'corrections in messages': (size) => [
    ...many(size / 350, (index) => [
      {
        role: 'user',
        content: `The meeting ${index % 50} is on Friday, no, Monday ${(index % 28) + 1} May, not ${index}.`,
      },
      { role: 'assistant', content: `Noted: meeting ${index % 50} is on Monday ${(index % 28) + 1} May.` },
    ]),
    QUESTION,
  ],
}

export const SHAPES: Readonly<Record<string, Shape>> = { ...TEXTS, ...COUNTS }
