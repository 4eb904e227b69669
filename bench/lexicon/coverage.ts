/**
 * Print how many phrases each language of the lexicon has for each cue, and which cues are missing.
 * `npm run lexicon:coverage`, with `--json` for programs. Exits with 1 if a required cue is missing.
 */
import { CUE_IDS, type CueId } from '../../packages/core/src/lexicon/cue-ids.ts'
import { LANGUAGES, type Language, lexiconOf } from '../../packages/core/src/lexicon/languages.ts'

const found = coverage()
if (process.argv.includes('--json')) console.log(JSON.stringify(found, null, 2))
else print()
process.exitCode = found.missing.length ? 1 : 0

function print(): void {
  const width = Math.max(...found.cues.map((cue) => cue.length))
  console.log(['cue'.padEnd(width), ...found.languages.map((language) => language.padStart(4))].join(''))
  for (const cue of found.cues) {
    const cells = found.languages.map((language) => String(found.counts[language]![cue] ?? '-').padStart(4))
    console.log(cue.padEnd(width) + cells.join(''))
  }
  console.log('\n- the language declares that it has no such cue')
  const lines = found.missing.map(({ language, cue }) => `${language}: ${cue}`)
  console.log(lines.length ? `missing:\n${lines.join('\n')}` : 'missing: none')
}

interface Coverage {
  readonly cues: readonly CueId[]
  readonly languages: readonly Language[]
  /** Number of phrases by language and cue. Undefined if the language declares that it has no such cue. */
  readonly counts: Readonly<Record<string, Readonly<Record<string, number | undefined>>>>
  readonly missing: readonly { readonly language: Language; readonly cue: CueId }[]
}

function coverage(): Coverage {
  const counts: Record<string, Record<string, number | undefined>> = {}
  const missing: { language: Language; cue: CueId }[] = []
  for (const language of LANGUAGES) {
    const { cues, without } = lexiconOf(language)
    const row: Record<string, number | undefined> = {}
    for (const cue of CUE_IDS) {
      const count = cues[cue]?.length ?? 0
      const isDeclared = without?.includes(cue) ?? false
      row[cue] = count === 0 && isDeclared ? undefined : count
      if (count === 0 && !isDeclared) missing.push({ language, cue })
    }
    counts[language] = row
  }
  return { cues: CUE_IDS, languages: LANGUAGES, counts, missing }
}
