import { isMisled, isPassed, type MeasuredTalk } from './measure.ts'
import type { Verdict } from './measures/annotations.ts'

/** The figures of some talks together. */
export interface Figures {
  readonly talks: number
  readonly probes: number
  readonly passed: number
  readonly passedShare: number
  /** Share of probes that pass with the newest messages at equal tokens. */
  readonly newestShare: number
  readonly misled: number
  readonly negationsLost: number
  readonly negationsKept: number
  readonly figuresWithoutTheirWord: number
  readonly oldValues: number
  readonly oldValuesAlone: number
  readonly oldBehindNewer: number
  readonly bindings: number
  readonly bindingHeld: number
  readonly userMessagesAbsentMean: number
  readonly userMessagesAbsentMax: number
  readonly absentInARowMax: number
  readonly marks: Readonly<Record<Verdict, number>>
  readonly choices: Readonly<Record<Verdict, number>>
  readonly savedFromTurn10: number
}

export function figuresOf(measured: readonly MeasuredTalk[]): Figures {
  const probes = measured.flatMap((talk) => talk.probes)
  const absences = measured.flatMap((talk) => talk.absences)
  const saved = measured.flatMap((talk) => talk.savedFromTurn10)
  const sum = (value: (talk: MeasuredTalk) => number) => measured.reduce((total, talk) => total + value(talk), 0)
  const passed = probes.filter(isPassed).length
  return {
    talks: measured.length,
    probes: probes.length,
    passed,
    passedShare: share(passed, probes.length),
    newestShare: share(probes.filter(({ newest }) => newest.length === 0).length, probes.length),
    misled: probes.filter(isMisled).length,
    negationsLost: sum((talk) => talk.negationsLost.length),
    negationsKept: sum((talk) => talk.negationsKept),
    figuresWithoutTheirWord: sum((talk) => talk.looseFigures.length),
    oldValues: sum(({ replaced }) => replaced.rules),
    oldValuesAlone: sum(({ replaced }) => replaced.alone.length),
    oldBehindNewer: sum(({ replaced }) => replaced.behindNewer.length),
    bindings: sum(({ bindings }) => bindings.all),
    bindingHeld: share(
      sum(({ bindings }) => bindings.held),
      sum(({ bindings }) => bindings.all),
    ),
    userMessagesAbsentMean: share(
      absences.reduce((total, { absent }) => total + absent, 0),
      absences.reduce((total, { earlier }) => total + earlier, 0),
    ),
    userMessagesAbsentMax: Math.max(0, ...absences.map(({ absent }) => absent)),
    absentInARowMax: Math.max(0, ...absences.map(({ longestRun }) => longestRun)),
    marks: verdicts(measured, 'mark'),
    choices: verdicts(measured, 'choice'),
    savedFromTurn10: share(
      saved.reduce((total, part) => total + part, 0),
      saved.length,
    ),
  }
}

function verdicts(measured: readonly MeasuredTalk[], what: 'mark' | 'choice'): Record<Verdict, number> {
  const counts = { true: 0, false: 0, unlabelled: 0 }
  for (const annotation of measured.flatMap(({ annotations }) => annotations)) {
    if (annotation.what === what) counts[annotation.verdict]++
  }
  return counts
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000
}
