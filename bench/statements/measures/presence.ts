import { isHeld } from '../judge.ts'
import type { PlayedRequest, PlayedTalk } from '../play-talk.ts'
import { turnsOf } from '../sent-lines.ts'

/** User message from which on requests are examined. */
const FIRST_USER = 10

export interface Absence {
  /** Earlier user messages of the request, and those without a sent line. */
  readonly earlier: number
  readonly absent: number
  /** Largest number of consecutive user messages without a sent line. */
  readonly longestRun: number
}

/** Earlier user messages of which nothing is sent, for each request from the tenth user message on. */
export function absences({ requests }: Pick<PlayedTalk, 'requests'>): readonly Absence[] {
  return requests.filter(({ users }) => users >= FIRST_USER).map(absenceAt)
}

function absenceAt({ original, lines }: PlayedRequest): Absence {
  const turns = turnsOf(original)
  const asked = original.flatMap(({ role, content }, index) =>
    role === 'user' && typeof content === 'string' ? [turns[index]!] : [],
  )
  const said = new Set(lines.filter(({ speaker }) => speaker === 'user').map(({ turn }) => turn))
  const isNewestLast = original.at(-1)?.role === 'user' && typeof original.at(-1)?.content === 'string'
  const earlier = isNewestLast ? asked.slice(0, -1) : asked
  let run = 0
  let longestRun = 0
  for (const turn of earlier) {
    run = said.has(turn) ? 0 : run + 1
    longestRun = Math.max(longestRun, run)
  }
  return { earlier: earlier.length, absent: earlier.filter((turn) => !said.has(turn)).length, longestRun }
}

export interface Bindings {
  readonly all: number
  readonly held: number
  readonly missing: readonly string[]
}

/** Rules that bind at the end of the talk, and those of them that an ordinary request sends. */
export function bindings({ talk, ordinary }: PlayedTalk): Bindings {
  const rules = talk.probes
    .filter(({ kind, after }) => kind === 'binding' && after === undefined)
    .flatMap(({ required }) => required)
  const missing = rules.filter((rule) => !isHeld(rule, ordinary.lines))
  return {
    all: rules.length,
    held: rules.length - missing.length,
    missing: missing.map((rule) => JSON.stringify(rule)),
  }
}
