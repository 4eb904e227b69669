import type { WireMessage } from '../talk.fixture.ts'
import { align } from './align.fixture.ts'
import type { Statement } from './statement.fixture.ts'
import type { Said } from './talk.fixture.ts'

/** A statement in a request. A request is a list of these, in order. */
export interface SentStatement {
  readonly statement: Statement
  /** Index of its message in the conversation. */
  readonly message: number
  readonly place: 'message' | 'digest' | 'recall'
  readonly line: string
}

/** A line that is not in the conversation. */
export interface UntrueLine {
  readonly line: string
  /** The words of its speaker in that turn. Undefined if there are none. */
  readonly said: string | undefined
}

export interface SentStatements {
  readonly statements: readonly SentStatement[]
  readonly untrue: readonly UntrueLine[]
}

const PREAMBLE = /^\[(?:Record|From the record)\b/
const HEAD = /^(\d+)([UA]) /
/** The number of omitted tokens is not a statement. */
const OMISSION = /\s*\[-\d+\]/g
const LETTERS = { U: 'user', A: 'assistant' } as const

/** The statements of a request's messages, both of records and of unchanged messages. */
export function readSent(sent: readonly WireMessage[], talk: readonly Said[]): SentStatements {
  const statements: SentStatement[] = []
  const untrue: UntrueLine[] = []
  for (const { role, content } of sent) {
    const text = String(content)
    if (PREAMBLE.test(text)) {
      readRecord(text, talk, { statements, untrue })
      continue
    }
    const message = talk.findIndex((said) => said.role === role && said.content === text)
    if (message < 0) untrue.push({ line: text, said: undefined })
    else
      for (const statement of talk[message]!.statements)
        statements.push({ statement, message, place: 'message', line: text })
  }
  return { statements, untrue }
}

function readRecord(
  text: string,
  talk: readonly Said[],
  found: { readonly statements: SentStatement[]; readonly untrue: UntrueLine[] },
): void {
  const place = text.startsWith('[From') ? 'recall' : 'digest'
  for (const entry of entriesOf(text)) {
    const [, turn, letter] = HEAD.exec(entry) ?? []
    const message = turn === undefined ? -1 : messageOf(talk, Number(turn), LETTERS[letter as 'U' | 'A'])
    const said = talk[message]
    const aligned = said && align(entry.replace(HEAD, '').replace(OMISSION, ''), said.statements)
    if (aligned) for (const { statement } of aligned) found.statements.push({ statement, message, place, line: entry })
    else found.untrue.push({ line: entry, said: said?.content })
  }
}

/** Lines of a record. An indented line continues the previous one. */
function entriesOf(text: string): readonly string[] {
  const entries: string[] = []
  for (const line of text.split('\n')) {
    if (PREAMBLE.test(line)) continue
    if (line.startsWith(' ') && entries.length) entries.push(`${entries.pop()}\n${line.slice(1)}`)
    else entries.push(line)
  }
  return entries
}

/** In these talks, each turn is one message of the user and one of the assistant. */
function messageOf(talk: readonly Said[], turn: number, role: Said['role']): number {
  const index = 2 * (turn - 1) + (role === 'assistant' ? 1 : 0)
  return index < talk.length ? index : -1
}
