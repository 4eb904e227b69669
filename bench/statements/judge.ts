import { compilePattern } from './pattern.ts'
import { NEWER_MARK, OLDER_MARKS } from './record-form.ts'
import type { SentLine } from './sent-lines.ts'
import type { Probe } from './talk.ts'

/** A demand of a probe that the lines do not meet. */
export interface Fault {
  /** `missing`: not sent. All others mislead. */
  readonly what: 'missing' | 'speaker' | 'forbidden' | 'old value' | 'unqualified'
  readonly pattern: string
  /** The line with the fault, if there is one. */
  readonly line?: SentLine
}

type Demands = Pick<Probe, 'required' | 'forbidden' | 'replaced' | 'qualified'>

/** The demands of a probe that `lines` do not meet. Empty if it passes. */
export function judge(probe: Demands, lines: readonly SentLine[]): readonly Fault[] {
  return [
    ...probe.required.flatMap((entry) => missing(entry, lines)),
    ...probe.forbidden.flatMap((entry) => forbidden(entry, lines)),
    ...probe.replaced.flatMap((rule) =>
      unheld(rule.old, rule.new, lines).map((line) => fault('old value', rule.old, line)),
    ),
    ...probe.qualified.flatMap((rule) =>
      unheld(rule.says, rule.by, lines).map((line) => fault('unqualified', rule.says, line)),
    ),
  ]
}

/** True for a fault that would make a model believe something false. */
export function misleads({ what }: Fault): boolean {
  return what !== 'missing'
}

/** True if the lines meet this requirement. */
export function isHeld(entry: Probe['required'][number], lines: readonly SentLine[]): boolean {
  return missing(entry, lines).length === 0
}

/**
 * The first line that says `old` without a mark of a newer value, if neither it nor a later line says one of `newer`;
 * at most one. A later line belongs to a later turn, or to the same turn further down.
 */
export function unheld(old: string, newer: readonly string[], lines: readonly SentLine[]): readonly SentLine[] {
  const says = compilePattern(old)
  const others = newer.map(compilePattern)
  const holds = lines.map(({ text }) => others.some((other) => other.test(text)))
  const index = lines.findIndex((line, at) => {
    if (!says.test(withoutRefused(line.text)) || holds[at] || isMarked(line.text, says)) return false
    return !lines.some((later, place) => holds[place] && isLater({ later, line }, place > at))
  })
  return index < 0 ? [] : [lines[index]!]
}

function isLater({ later, line }: { later: SentLine; line: SentLine }, isBelow: boolean): boolean {
  return later.turn > line.turn || (later.turn === line.turn && isBelow)
}

/** The line without its marks of older values: they say that a value is not valid. */
function withoutRefused(text: string): string {
  return text.replace(OLDER_MARKS, '')
}

function isMarked(text: string, says: RegExp): boolean {
  const found = says.exec(text)
  return found !== null && NEWER_MARK.test(text.slice(found.index))
}

function fault(what: Fault['what'], pattern: string, line?: SentLine): Fault {
  return line ? { what, pattern, line } : { what, pattern }
}

function missing(entry: Probe['required'][number], lines: readonly SentLine[]): readonly Fault[] {
  const any = 'any' in entry ? entry.any : entry
  const by = 'any' in entry ? entry.by : undefined
  const tests = any.map(compilePattern)
  const saying = lines.filter(({ text }) => tests.some((test) => test.test(text)))
  if (!saying.length) return [fault('missing', any.join(' | '))]
  if (by === undefined || saying.some(({ speaker }) => speaker === by)) return []
  return [fault('speaker', any.join(' | '), saying[0]!)]
}

function forbidden(entry: Probe['forbidden'][number], lines: readonly SentLine[]): readonly Fault[] {
  const { pattern, by } = typeof entry === 'string' ? { pattern: entry, by: undefined } : entry
  const test = compilePattern(pattern)
  const line = lines.find(({ text, speaker }) => (by === undefined || speaker === by) && test.test(text))
  return line ? [fault('forbidden', pattern, line)] : []
}
