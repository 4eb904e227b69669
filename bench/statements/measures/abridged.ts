import type { WireMessage } from '../../quality/recordings.ts'
import { ANNOTATIONS } from '../record-form.ts'
import type { SentLine } from '../sent-lines.ts'
import { turnsOf } from '../sent-lines.ts'
import type { Language } from '../talk.ts'
import { textsOf } from '../wire.ts'
import { keptWords, type Word, wordsOf } from './words.ts'

/** A line of a record with the message that it abridges. */
export interface Abridged {
  readonly line: SentLine
  readonly lang: Language
  /** The message's own text. */
  readonly source: string
  readonly words: readonly Word[]
  /** Indices of the words that the line has. */
  readonly kept: ReadonlySet<number>
}

const TABLE_ROW = /^\s*\|.*$/gm

/**
 * Every line of a record that abridges text of a user or an assistant, with its message. Rows of tables and results of tools
 * are omitted: their words have no clauses.
 */
export function abridgedLines(lines: readonly SentLine[], original: readonly WireMessage[], lang: Language) {
  const sources = sourcesOf(original)
  return lines.flatMap((line): readonly Abridged[] => {
    const source = sources.get(`${line.turn} ${line.speaker}`)
    if (line.place !== 'record' || source === undefined) return []
    const words = wordsOf(source, lang)
    return [{ line, lang, source, words, kept: keptWords(wordsOf(line.text.replace(ANNOTATIONS, ' . '), lang), words) }]
  })
}

function sourcesOf(original: readonly WireMessage[]): ReadonlyMap<string, string> {
  const turns = turnsOf(original)
  const sources = new Map<string, string>()
  for (const [index, message] of original.entries()) {
    for (const { speaker, text } of textsOf(message)) {
      if (speaker === 'tool' || speaker === 'system') continue
      const key = `${turns[index]} ${speaker}`
      sources.set(key, `${sources.get(key) ?? ''}${text.replace(TABLE_ROW, '')}\n`)
    }
  }
  return sources
}
