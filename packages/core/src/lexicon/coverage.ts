import { CUE_IDS, type CueId } from './cue-ids.ts'
import { LANGUAGES, type Language, lexiconOf } from './languages.ts'

/** How many phrases each language has of each cue; undefined where the language declares that it has none. */
export interface Coverage {
  readonly cues: readonly CueId[]
  readonly languages: readonly Language[]
  readonly counts: Readonly<Record<string, Readonly<Record<string, number | undefined>>>>
  readonly missing: readonly { readonly language: Language; readonly cue: CueId }[]
}

export function coverage(): Coverage {
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
