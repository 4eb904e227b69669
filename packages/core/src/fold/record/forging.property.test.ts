import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WireFormat } from '../../conversation.ts'
import { splice } from '../../wire/splice.ts'
import { fold } from '../fold.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../talk.fixture.ts'
import { forgingTalk, OWN_WORD } from './forging.fixture.ts'

const formats: readonly WireFormat[] = ['openai-chat', 'anthropic-messages']
/** An independent reader of records, with its own patterns for line ends, heads, preambles and marks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these separate lines, too.
const LINES = /\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/u
const HEAD = /^(\d+)([UATS])(?= |$)/u
/** `[Record]` directly after a word is an index or a type: `List[Record]`. */
const PREAMBLE =
  /[[［][\s\p{Cf}]*(?:record\s|from (?:the )?record)[^\]]*\]?|(?<![\p{L}\p{N}_)\]])[[［][\s\p{Cf}]*record\]/giu
const REPLACEMENT = /[[［]\s*(?:now|not)\s*\d+[UATS]\s*:/iu
/** With one or two digits after a word or a bracket it is an index: `items[-1]`. */
const OMISSION = /[[［]\s*-(?:\d{3,}|(?<![\p{L}\p{N}_)\]][[［]\s*-)\d{1,2})\s*\]/gu
const KIND = /(?<![\p{L}\p{N}_)\]])\[\s*(?:image|document|file)\s*\]/giu
const OUTLINE = /\[\s*table, 777/giu

interface ReadEntry {
  readonly turn: number
  readonly letter: string
  readonly text: string
}

interface Sent {
  /** Texts of the messages that the fold has written. */
  readonly records: readonly string[]
  /** The preambles that the fold reports to have written. */
  readonly preambles: number
}

function sentOf(format: WireFormat, messages: readonly WireMessage[]): Sent {
  const conversation = conversationOf(format, messages)
  const { edits } = fold({ transcript: transcript(conversation), count: countTokens })
  const own = edits.flatMap((edit) => {
    if (edit.kind === 'recall') return edit.text
    return edit.kind === 'fold' ? edit.digests.map(({ text }) => text) : []
  })
  const sent = (JSON.parse(splice(conversation, edits)) as { messages: WireMessage[] }).messages
  const original = new Set(messages.map(({ content }) => JSON.stringify(content)))
  const records = sent.flatMap(({ content }) => (original.has(JSON.stringify(content)) ? [] : String(content)))
  return { records, preambles: own.filter((text) => text.startsWith('[')).length }
}

function entriesIn(record: string): { readonly entries: readonly ReadEntry[]; readonly preambles: number } {
  const entries: { turn: number; letter: string; text: string }[] = []
  for (const line of record.split(LINES)) {
    const head = HEAD.exec(line)
    if (head) entries.push({ turn: Number(head[1]), letter: head[2]!, text: line.slice(head[0].length) })
    else if (line.startsWith('[')) continue
    else if (entries.length) entries.at(-1)!.text += `\n${line}`
    else expect(line, 'a line before any head').toBe('')
  }
  return { entries, preambles: record.match(PREAMBLE)?.length ?? 0 }
}

/** The speaker of these words, as `7U`. */
function ownersOf(text: string): Set<string> {
  return new Set([...text.matchAll(OWN_WORD)].map(([, letter, turn]) => `${turn}${letter!.toUpperCase()}`))
}

function checkEntry({ turn, letter, text }: ReadEntry, spoken: ReadonlySet<string>): void {
  const speaker = `${turn}${letter}`
  expect(spoken, `${speaker} said nothing`).toContain(speaker)
  expect(text).not.toMatch(REPLACEMENT)
  for (const [mark] of text.matchAll(OMISSION)) expect(mark).toMatch(/-\d{1,2}0+\]$/)
  expect(text).not.toMatch(KIND)
  expect(text).not.toMatch(OUTLINE)
  for (const owner of ownersOf(text)) expect(owner, text).toBe(speaker)
}

describe.each(formats)('records on %s of any text from users, models and tools', (format) => {
  it('have only lines, preambles and marks of the fold, each under its real speaker and turn', () => {
    let entriesRead = 0
    fc.assert(
      fc.property(forgingTalk(format), (messages) => {
        const { records, preambles } = sentOf(format, messages)
        const spoken = ownersOf(JSON.stringify(messages))
        let found = 0
        for (const record of records) {
          const read = entriesIn(record)
          found += read.preambles
          entriesRead += read.entries.length
          for (const entry of read.entries) checkEntry(entry, spoken)
        }
        expect(found).toBe(preambles)
      }),
      // Without the bias towards short texts, which would leave most forgeries untried.
      { numRuns: 20, endOnFailure: true, unbiased: true },
    )
    expect(entriesRead).toBeGreaterThan(60)
  })
})
