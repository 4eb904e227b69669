import fc from 'fast-check'
import type { Said } from '../../packages/core/src/fold/truth/talk.fixture.ts'

/** A fault of a talk. */
export interface Found {
  readonly kind: string
  readonly detail: string
}

const TALKS = 1000
const LIMIT_MS = 120_000

export interface ShrinkOptions {
  /** The beginning of the kind of the faults. */
  readonly kind: string
  readonly seed: number
  readonly faultsOf: (talk: readonly Said[]) => readonly Found[]
  readonly limitMs?: number
}

/** Searches talks for a small one with a fault of `kind`. Returns a text with the talk and these faults. */
export function shrink(talks: fc.Arbitrary<readonly Said[]>, options: ShrinkOptions): string {
  const { kind, seed, faultsOf, limitMs = LIMIT_MS } = options
  const faultsIn = (talk: readonly Said[]) => faultsOf(talk).filter((fault) => fault.kind.startsWith(kind))
  const { counterexample, interrupted, numRuns } = fc.check(
    fc.property(talks, (talk) => faultsIn(talk).length === 0),
    { numRuns: TALKS, seed, interruptAfterTimeLimit: limitMs },
  )
  const isLate = interrupted ? ' The time limit ended the search.' : ''
  if (!counterexample) return `No fault "${kind}" was found in ${numRuns} talks.${isLate}`
  const [talk] = counterexample
  const lines = talk.map(
    ({ role, content }, index) =>
      `${1 + (index >> 1)}${role === 'user' ? 'U' : 'A'} ${content.replaceAll('\n', '\n   ')}`,
  )
  for (const fault of faultsIn(talk)) lines.push(`\n${fault.kind}: ${fault.detail}`)
  if (isLate) lines.push(`\n${isLate.trim()} A smaller talk may exist.`)
  return lines.join('\n')
}
