import type { ViewFigures } from './measure-view.ts'

/** One line for each figure of a set below its floor. */
export function faultsOf({ set, saved, evidence }: ViewFigures): string[] {
  const { view, ...others } = evidence
  const faults: string[] = []
  const hold = (what: string, value: number, least: number | undefined): void => {
    if (least !== undefined && value < least)
      faults.push(`${set.name}: ${what} is ${value.toFixed(3)}, wanted >= ${least}`)
  }
  hold('saved', saved, set.saved)
  if (view === undefined) return faults
  hold('evidence', view, set.evidence)
  for (const [method, kept] of Object.entries(others)) hold(`evidence more than ${method}`, view - kept, set.ahead)
  return faults
}

/** The faults of all sets. No set at all is a fault, since nothing was checked. */
export function faultsOfAll(sets: readonly ViewFigures[]): string[] {
  return sets.length > 0 ? sets.flatMap(faultsOf) : ['the recorded conversations were not found: nothing was measured']
}
