import { align } from './align.fixture.ts'
import type { SentStatement, SentStatements, UntrueLine } from './sent.fixture.ts'
import { type Statement, wordsIn } from './statement.fixture.ts'
import type { Said } from './talk.fixture.ts'

/** A mark of a transcript view, and the statement before it. */
export interface PlacedMark {
  readonly mark: string
  /** Message that it names, counted from 0. */
  readonly names: number | undefined
  readonly statement: Statement
  /** The first half of the sentence, if `statement` is the second. */
  readonly pair: Statement | undefined
  readonly message: number
}

export interface ReadView extends SentStatements {
  readonly marks: readonly PlacedMark[]
}

const HEAD = /^\[T(\d+) \((?:user|assistant)\)\]$/
const MARK = /\[(?<kind>reported|uncertain|open|corrects|corrected by|contradicts|answered in)(?: T(?<turn>\d+))?\]/g
const ELISION = /\[elided: [^\]]*\]|…|\(empty\)/g

/** The statements and marks of the transcript view `serviceMd` of a talk. */
export function readView(serviceMd: string, talk: readonly Said[]): ReadView {
  const statements: SentStatement[] = []
  const untrue: UntrueLine[] = []
  const marks: PlacedMark[] = []
  for (const block of serviceMd.split('\n\n')) {
    const [head, line = ''] = block.split('\n')
    const message = Number(HEAD.exec(head!)?.[1]) - 1
    const said = talk[message]
    const text = line.replace(ELISION, ' ')
    const aligned = said && align(text.replace(MARK, ' '), said.statements)
    if (!aligned) {
      untrue.push({ line: block, said: said?.content })
      continue
    }
    for (const { statement } of aligned) statements.push({ statement, message, place: 'message', line })
    for (const match of text.matchAll(MARK)) {
      const before = wordsIn(text.slice(0, match.index).replace(MARK, ' ')).length
      const at = aligned.findIndex(({ end }) => end >= before)
      const { statement } = aligned.at(at)!
      const { kind, turn } = match.groups!
      const names = turn === undefined ? undefined : Number(turn) - 1
      const first = aligned.at(at < 0 ? -2 : at - 1)
      const pair =
        statement.form === 'pair' && at !== 0 && first?.statement.form === 'pair' ? first.statement : undefined
      marks.push({ mark: kind!, names, statement, pair, message })
    }
  }
  return { statements, untrue, marks }
}

/** The reason why a mark is false. Undefined if the talk justifies it. */
export function falseMark(mark: PlacedMark, talk: readonly Said[]): string | undefined {
  const why = falseOf(mark, talk)
  return why !== undefined && mark.pair ? falseOf({ ...mark, statement: mark.pair }, talk) : why
}

function falseOf({ mark, names, statement, message }: PlacedMark, talk: readonly Said[]): string | undefined {
  const isTrue = (): boolean => {
    const { form } = statement
    switch (mark) {
      case 'reported':
        return form === 'report' || form === 'reportPair'
      case 'uncertain':
        // "The budget is no longer certain" takes a value back.
        return form === 'hedge' || form === 'revoke'
      case 'open':
        return isQuestion(statement) && !answersTo(statement, talk[message + 1]).length
      case 'answered in':
        return isQuestion(statement) && names! > message && answersTo(statement, talk[names!]).length > 0
      case 'corrects':
        return statement.sets !== undefined && names! < message && differs(statement, talk[names!])
      case 'corrected by':
        return names! > message && differs(statement, onlyChanges(talk[names!]))
      default:
        return names! < message && differs(statement, talk[names!])
    }
  }
  if (isTrue()) return undefined
  const named = names === undefined ? '' : `\n  T${names + 1} "${talk[names]?.content}"`
  return `[${mark}${names === undefined ? '' : ` T${names + 1}`}] behind "${statement.text}" (T${message + 1})${named}`
}

function isQuestion({ form }: Statement): boolean {
  return form === 'ask' || form === 'propose'
}

function answersTo({ slot }: Statement, said: Said | undefined): readonly Statement[] {
  return (said?.statements ?? []).filter(
    (each) => each.slot === slot && (each.sets !== undefined || each.form === 'refuse' || each.form === 'unknown'),
  )
}

function onlyChanges(said: Said | undefined): Said | undefined {
  return said && { ...said, statements: said.statements.filter(({ sets }) => sets !== undefined) }
}

/** True if the other message sets another value for the same slot, or removes this one. */
function differs(statement: Statement, other: Said | undefined): boolean {
  const claims = claimsOf(statement)
  return (other?.statements ?? []).some((each) =>
    claimsOf(each).some((theirs) =>
      claims.some(({ slot, value }) => slot === theirs.slot && (value !== theirs.value || isDenied(statement, each))),
    ),
  )
}

function claimsOf({ slot, value, second }: Statement) {
  return slot === undefined ? [] : [{ slot, value }, ...(second ? [second] : [])]
}

function isDenied(one: Statement, other: Statement): boolean {
  return [one, other].filter(({ form }) => form === 'negate' || form === 'refuse' || form === 'revoke').length === 1
}
