import type { Case } from './cases.ts'
import type { ContenderName } from './contenders.ts'
import type { Round, RoundFigures } from './measure.ts'
import { median } from './statistics.ts'

/** The rounds of a case without warm-up. */
export interface CaseResult {
  readonly name: string
  readonly title: string
  readonly kind: Case['kind']
  readonly rounds: readonly Round[]
}

type FigureName = keyof RoundFigures

/** The median over the rounds of a contender's figure. Undefined if it was not measured. */
export function figureOf(result: CaseResult, contender: ContenderName, figure: FigureName): number | undefined {
  return medianOf(result, (round) => round[contender]?.[figure])
}

/** The median over the rounds of the ratio of a figure between two contenders. */
export function ratioOf(
  result: CaseResult,
  [over, under]: readonly [ContenderName, ContenderName],
  figure: FigureName,
): number | undefined {
  return medianOf(result, (round) => divided(round[over]?.[figure], round[under]?.[figure]))
}

/** The median over the rounds of the difference of a figure between two contenders. */
export function addedTo(
  result: CaseResult,
  [more, less]: readonly [ContenderName, ContenderName],
  figure: FigureName,
): number | undefined {
  return medianOf(result, (round) => {
    const [a, b] = [round[more]?.[figure], round[less]?.[figure]]
    return a === undefined || b === undefined ? undefined : a - b
  })
}

function divided(over: number | undefined, under: number | undefined): number | undefined {
  return over === undefined || under === undefined ? undefined : over / under
}

function medianOf(result: CaseResult, of: (round: Round) => number | undefined): number | undefined {
  const values = result.rounds.map(of).filter((value) => value !== undefined && !Number.isNaN(value))
  return values.length === 0 ? undefined : median(values as number[])
}
