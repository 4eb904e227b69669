import { unheld } from '../judge.ts'
import { compilePattern } from '../pattern.ts'
import type { PlayedTalk } from '../play-talk.ts'
import { NEWER_MARK, OLDER_MARKS } from '../record-form.ts'
import type { SentLine } from '../sent-lines.ts'
import type { Probe } from '../talk.ts'

type Rule = Probe['replaced'][number]

export interface ReplacedValues {
  readonly rules: number
  /** Patterns of old values that are sent without the newer one. */
  readonly alone: readonly string[]
  /** Patterns of old values with a line below the last line of the newer one. */
  readonly behindNewer: readonly string[]
}

/** The replaced values that an ordinary request at the end sends. */
export function replacedValues({ talk, ordinary: { lines } }: PlayedTalk): ReplacedValues {
  const atEnd = talk.probes.filter(({ after }) => after === undefined)
  const rules = new Map(atEnd.flatMap(({ replaced }) => replaced).map((rule) => [JSON.stringify(rule), rule]))
  const all = [...rules.values()]
  return {
    rules: all.length,
    alone: all.filter((rule) => unheld(rule.old, rule.new, lines).length > 0).map(({ old }) => old),
    behindNewer: all.filter((rule) => isOldBehindNewer(rule, lines)).map(({ old }) => old),
  }
}

/** True if the last line with only the old value is below the last line with the newer one, and was said earlier. */
export function isOldBehindNewer(rule: Rule, lines: readonly SentLine[]): boolean {
  const says = compilePattern(rule.old)
  const newer = rule.new.map(compilePattern)
  const isNew = ({ text }: SentLine) => newer.some((test) => test.test(text))
  const lastNew = lines.findLastIndex(isNew)
  const lastOld = lines.findLastIndex((line) => says.test(line.text) && !isNew(line) && !isMarked(line.text))
  return lastNew >= 0 && lastOld > lastNew && lines[lastOld]!.turn < lines[lastNew]!.turn
}

function isMarked(text: string): boolean {
  return NEWER_MARK.test(text) || text.replace(OLDER_MARKS, '') !== text
}
