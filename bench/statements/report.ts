import { type Figures, figuresOf } from './figures.ts'
import type { Fault } from './judge.ts'
import { isMisled, isPassed, type JudgedProbe, type MeasuredTalk } from './measure.ts'

const SHOWN = 240

/** The tables of bench/STATEMENTS.md. */
export function describeMeasured(measured: readonly MeasuredTalk[]): string {
  return [
    describeKinds(measured),
    describeProbes('probes of kind', measured, (_, { probe }) => probe.kind),
    describeProbes('language', measured, ({ talk }) => talk.lang),
  ].join('\n\n')
}

const ROWS: readonly (readonly [string, (figures: Figures) => string])[] = [
  ['talks', ({ talks }) => String(talks)],
  ['probes', ({ probes }) => String(probes)],
  ['passed', ({ passedShare }) => percent(passedShare)],
  ['passed with the newest messages at equal tokens', ({ newestShare }) => percent(newestShare)],
  ['probes that mislead', ({ misled }) => String(misled)],
  ['negations lost (and kept)', ({ negationsLost, negationsKept }) => `${negationsLost} (${negationsKept})`],
  ['figures without their word (candidates)', ({ figuresWithoutTheirWord: count }) => String(count)],
  ['old values alone at an ordinary turn', ({ oldValuesAlone, oldValues }) => `${oldValuesAlone} of ${oldValues}`],
  ['old values behind the newer one there', ({ oldBehindNewer, oldValues }) => `${oldBehindNewer} of ${oldValues}`],
  ['binding rules held there', ({ bindingHeld, bindings }) => `${percent(bindingHeld)} of ${bindings}`],
  ['user messages absent, mean', ({ userMessagesAbsentMean }) => percent(userMessagesAbsentMean)],
  ['user messages absent, most', ({ userMessagesAbsentMax }) => String(userMessagesAbsentMax)],
  ['user messages absent in a row, most', ({ absentInARowMax }) => String(absentInARowMax)],
  ['marks: true, false, unlabelled', ({ marks }) => `${marks.true}, ${marks.false}, ${marks.unlabelled}`],
  ['choices: true, false, unlabelled', ({ choices }) => `${choices.true}, ${choices.false}, ${choices.unlabelled}`],
  ['tokens saved from turn 10 on', ({ savedFromTurn10 }) => percent(savedFromTurn10)],
]

function describeKinds(measured: readonly MeasuredTalk[]): string {
  const kinds = [...new Set(measured.map(({ talk }) => talk.kind))].sort()
  const columns = [measured, ...kinds.map((kind) => measured.filter(({ talk }) => talk.kind === kind))].map(figuresOf)
  const rows = ROWS.map(([name, cell]) => tableLine([name, ...columns.map(cell)]))
  return [tableLine(['', 'all', ...kinds]), rule(columns.length + 1), ...rows].join('\n')
}

function describeProbes(
  title: string,
  measured: readonly MeasuredTalk[],
  groupOf: (talk: MeasuredTalk, probe: JudgedProbe) => string,
): string {
  const groups = new Map<string, JudgedProbe[]>()
  for (const talk of measured) {
    for (const probe of talk.probes) {
      const group = groupOf(talk, probe)
      groups.set(group, [...(groups.get(group) ?? []), probe])
    }
  }
  const rows = [...groups]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([group, probes]) => {
      const passed = probes.filter(isPassed).length
      const newest = probes.filter((probe) => probe.newest.length === 0).length
      const cells = [probes.length, percent(passed / probes.length), percent(newest / probes.length)]
      return tableLine([group, ...cells.map(String), String(probes.filter(isMisled).length)])
    })
  return [tableLine([title, 'probes', 'passed', 'newest messages', 'mislead']), rule(5), ...rows].join('\n')
}

/** Every failed probe with its faults and their lines. */
export function describeFailures(measured: readonly MeasuredTalk[]): string {
  const failed = measured.flatMap(({ talk, probes }) =>
    probes.filter((probe) => !isPassed(probe)).map((probe) => describeProbe(talk.id, probe)),
  )
  return failed.join('\n\n')
}

/** Probes that fail on the whole conversation, each with its faults. */
export function wrongProbes(measured: readonly MeasuredTalk[]): readonly string[] {
  return measured.flatMap(({ talk, probes }) =>
    probes
      .filter(({ control }) => control.length > 0)
      .map(({ probe, control }) => [`${talk.id}: ${probe.ask}`, ...control.map(describeFault)].join('\n')),
  )
}

function describeProbe(id: string, { probe, turn, faults, lines }: JudgedProbe): string {
  const said = faults.map((fault) => [describeFault(fault), ...saidInstead(fault, lines)].join('\n'))
  return [`${id} turn ${turn} [${probe.kind}] ${probe.ask}`, ...said].join('\n')
}

function describeFault({ what, pattern, line }: Fault): string {
  const sent = line ? `\n    sent: ${line.place} ${line.turn} ${line.speaker}: ${line.text.slice(0, SHOWN)}` : ''
  return `  ${what}: ${pattern}${sent}`
}

/** For a missing statement: lines that contain a part of it. */
function saidInstead({ what, pattern }: Fault, lines: JudgedProbe['lines']): readonly string[] {
  if (what !== 'missing') return []
  const words = pattern.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 3)
  const near = lines.filter(({ text }) => words.some((word) => text.toLowerCase().includes(word.toLowerCase())))
  return near
    .slice(0, 3)
    .map(({ place, turn, speaker, text }) => `    near: ${place} ${turn} ${speaker}: ${text.slice(0, SHOWN)}`)
}

/** All findings of the measures, for a reader. */
export function describeAudit(measured: readonly MeasuredTalk[]): string {
  return measured
    .flatMap(({ talk, ...found }) => [
      ...found.negationsLost.map(({ turn, said, sent }) => [`${talk.id} ${turn} negation lost: ${said}`, sent]),
      ...found.looseFigures.map(({ turn, said, sent }) => [
        `${talk.id} ${turn} figure without its word: ${said}`,
        sent,
      ]),
      ...found.annotations.map(({ what, text, line, verdict }) => [
        `${talk.id} ${line.turn} ${what} ${verdict}: ${text}`,
        line.text,
      ]),
      ...found.replaced.alone.map((old) => [`${talk.id} old value alone: ${old}`]),
      ...found.replaced.behindNewer.map((old) => [`${talk.id} old value behind the newer one: ${old}`]),
      ...found.bindings.missing.map((rule) => [`${talk.id} binding rule not sent: ${rule}`]),
    ])
    .map((lines) => lines.map((line) => line.slice(0, SHOWN * 2)).join('\n    '))
    .join('\n')
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function rule(columns: number): string {
  return tableLine(Array.from({ length: columns }, (_, column) => (column ? '--:' : ':--')))
}
