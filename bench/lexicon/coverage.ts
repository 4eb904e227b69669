/**
 * Print how many phrases each language of the lexicon has of each cue, and which are missing.
 * `npm run lexicon:coverage`, with `--json` for programs. Exits with 1 if a required cue is missing.
 */
import { coverage } from '../../packages/core/src/lexicon/coverage.ts'

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
