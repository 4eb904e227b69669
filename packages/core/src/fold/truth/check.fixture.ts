import type { SentStatement, SentStatements } from './sent.fixture.ts'
import type { Statement } from './statement.fixture.ts'
import type { Said } from './talk.fixture.ts'

export type FaultKind =
  /** A line that its speaker did not say in that turn. */
  | 'untrue'
  /** A value is sent that a later message changes, and the newest value is not. */
  | 'old alone'
  /** The newest value is sent only before an older one. */
  | 'old last'
  /** In the digests, an older line comes after a newer one that replaces it. */
  | 'old behind newer'
  /** The user's choice from a list is sent without the item. */
  | 'choice alone'

export interface Fault {
  readonly kind: FaultKind
  readonly detail: string
  readonly place: SentStatement['place'] | undefined
}

/** The faults of a request that sends `sent` of the messages `talk`, including the newest message. */
export function faultsOf(sent: SentStatements, talk: readonly Said[]): readonly Fault[] {
  const untrue = sent.untrue.map(({ line, said }): Fault => {
    return { kind: 'untrue', detail: `sent "${line}"\n  said "${said ?? ''}"`, place: undefined }
  })
  const slots = new Set(talk.flatMap(({ statements }) => statements.flatMap(({ slot }) => slot ?? [])))
  return [...untrue, ...[...slots].flatMap((slot) => faultsOfSlot(sent.statements, talk, slot))]
}

interface Placed {
  readonly statement: Statement
  readonly message: number
}

/** Statements that set the value of a slot, oldest first. */
function changesOf(talk: readonly Said[], slot: number): readonly Placed[] {
  return talk.flatMap(({ statements }, message) =>
    statements.flatMap((statement) =>
      statement.slot === slot && statement.sets !== undefined ? { statement, message } : [],
    ),
  )
}

function faultsOfSlot(sent: readonly SentStatement[], talk: readonly Said[], slot: number): readonly Fault[] {
  const newest = changesOf(talk, slot).at(-1)
  if (!newest) return []
  const value = newest.statement.sets
  const shown = sent.map((each, at) => ({ ...each, at })).filter(({ statement }) => statement.slot === slot)
  const changes = shown.filter(({ statement }) => statement.sets !== undefined)
  const since = sinceOf(talk, slot)
  const newer = changes.filter(({ statement, message }) => statement.sets === value && message >= since)
  const older = changes.filter(({ statement }) => isOutdatedBy(statement, value))
  const faults: Fault[] = []
  const last = older.at(-1)
  if (last && !newer.some(({ at }) => at > last.at)) {
    const isSent = newer.length > 0
    faults.push({
      kind: isSent ? 'old last' : 'old alone',
      place: last.place,
      detail: `sent "${last.line}"\n  newest "${newest.statement.text}" (message ${newest.message})`,
    })
  }
  faults.push(...disorder(changes))
  const isTaken = newest.statement.form === 'choose' && newer.some(({ statement }) => statement.form === 'choose')
  if (isTaken && !shown.some(({ statement }) => statement.form === 'item' && statement.value === value)) {
    const line = newer.find(({ statement }) => statement.form === 'choose')!
    faults.push({ kind: 'choice alone', place: line.place, detail: `sent "${line.line}"\n  taken "${value}"` })
  }
  return faults
}

/** A denial of a value stays true when another value is set. */
function isOutdatedBy({ form, sets }: Statement, value: Statement['sets']): boolean {
  return sets === null ? form === 'revoke' && value !== null : sets !== value
}

/** First message from which on the newest value is valid. */
function sinceOf(talk: readonly Said[], slot: number): number {
  const changes = changesOf(talk, slot)
  const value = changes.at(-1)!.statement.sets
  const before = changes.findLastIndex(({ statement }) => statement.sets !== value)
  return changes[before + 1]!.message
}

function disorder(changes: readonly (SentStatement & { readonly at: number })[]): readonly Fault[] {
  const digests = changes.filter(({ place }) => place === 'digest')
  return digests.flatMap((later, index): readonly Fault[] => {
    const newer = digests
      .slice(0, index)
      .find(({ message, statement }) => message > later.message && isOutdatedBy(later.statement, statement.sets))
    if (!newer) return []
    return [{ kind: 'old behind newer', place: 'digest', detail: `"${newer.line}"\n  before "${later.line}"` }]
  })
}
