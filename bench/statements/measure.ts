import { createEngine, tokensOf } from './engine.ts'
import { type Fault, judge, misleads } from './judge.ts'
import { abridgedLines } from './measures/abridged.ts'
import { type Annotation, annotationsOf } from './measures/annotations.ts'
import { looseFigures } from './measures/figures.ts'
import { negationsIn } from './measures/negations.ts'
import { type Absence, absences, type Bindings, bindings } from './measures/presence.ts'
import { type ReplacedValues, replacedValues } from './measures/replaced.ts'
import { newestWithin } from './newest.ts'
import { type PlayedProbe, type PlayedTalk, playTalk } from './play-talk.ts'
import { linesOfRequest } from './sent-lines.ts'
import type { Talk } from './talk.ts'

/** A probe with its faults in three texts: the sent one, the whole history, and the newest messages at equal tokens. */
export interface JudgedProbe extends PlayedProbe {
  readonly faults: readonly Fault[]
  /** Faults in the whole history. If there are any, the probe itself is wrong. */
  readonly control: readonly Fault[]
  readonly newest: readonly Fault[]
}

/** A finding in a text, with its position. */
export interface Finding {
  readonly talk: string
  readonly turn: string
  readonly said: string
  readonly sent: string
}

export interface MeasuredTalk {
  readonly talk: Talk
  readonly probes: readonly JudgedProbe[]
  readonly negationsLost: readonly Finding[]
  readonly negationsKept: number
  readonly looseFigures: readonly Finding[]
  readonly replaced: ReplacedValues
  readonly absences: readonly Absence[]
  readonly bindings: Bindings
  readonly annotations: readonly Annotation[]
  /** Share of tokens saved, for each request from turn 10 on. */
  readonly savedFromTurn10: readonly number[]
}

const FIRST_TURN_OF_SAVING = 10

/** Plays every talk through the core and measures what it sends. */
export function measureTalks(talks: readonly Talk[], onTalk: (id: string) => void = () => {}): readonly MeasuredTalk[] {
  const open = createEngine()
  return talks.map((talk) => {
    onTalk(talk.id)
    return measureTalk(playTalk(talk, open(talk.wire)))
  })
}

function measureTalk(played: PlayedTalk): MeasuredTalk {
  const { talk, requests } = played
  return {
    talk,
    probes: played.probes.map(judgeProbe),
    ...wording(played),
    replaced: replacedValues(played),
    absences: absences(played),
    bindings: bindings(played),
    annotations: annotationsOf(played),
    savedFromTurn10: requests
      .filter(({ turn }) => turn >= FIRST_TURN_OF_SAVING)
      .map(({ sent, original }) => 1 - tokensOf(sent) / tokensOf(original)),
  }
}

function judgeProbe(played: PlayedProbe): JudgedProbe {
  const { probe, sent, original, lines } = played
  const newest = newestWithin(original, tokensOf(sent))
  return {
    ...played,
    faults: judge(probe, lines),
    control: judge(probe, linesOfRequest(original, original)),
    newest: judge(probe, linesOfRequest(newest, original)),
  }
}

/** The losses in the abridged lines of all requests, each once, and the kept negations of all different lines. */
function wording(played: PlayedTalk): Pick<MeasuredTalk, 'negationsLost' | 'negationsKept' | 'looseFigures'> {
  const { talk, requests, ordinary, probes } = played
  const known = new Set<string>()
  const lost = new Map<string, Finding>()
  const loose = new Map<string, Finding>()
  let negationsKept = 0
  for (const { lines, original } of [...requests, ordinary, ...probes]) {
    const fresh = lines.filter((line) => !known.has(keyOf(line)))
    for (const line of fresh) known.add(keyOf(line))
    for (const abridged of abridgedLines(fresh, original, talk.lang)) {
      const { turn, speaker, text: sent } = abridged.line
      const found = (said: string) => ({ talk: talk.id, turn: `${turn} ${speaker}`, said, sent })
      const negations = negationsIn(abridged)
      negationsKept += negations.kept
      for (const said of negations.lost) lost.set(`${turn} ${speaker} ${said}`, found(said))
      for (const said of looseFigures(abridged)) loose.set(`${turn} ${speaker} ${said}`, found(said))
    }
  }
  return { negationsLost: [...lost.values()], negationsKept, looseFigures: [...loose.values()] }
}

function keyOf({ turn, speaker, text, place }: PlayedTalk['ordinary']['lines'][number]): string {
  return JSON.stringify([turn, speaker, text, place])
}

/** True if the probe passes: every demand is met. */
export function isPassed({ faults }: Pick<JudgedProbe, 'faults'>): boolean {
  return faults.length === 0
}

/** True if the probe fails by text that a model would believe. */
export function isMisled({ faults }: Pick<JudgedProbe, 'faults'>): boolean {
  return faults.some(misleads)
}
