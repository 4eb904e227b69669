/**
 * Prints precision and recall of the marks in each language: `node bench/markers/languages.ts [LANGUAGE...]
 * [--failures]`. Failures are printed for the development half only.
 */
import { type LanguagePart, loadLanguages } from './labelled.ts'
import { scoreMarkers, totalOf } from './score.ts'

const shown = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
for (const part of ['development', 'held-out-3'] satisfies LanguagePart[]) {
  console.log(`\n${part}\n\n| language | dialogues | marks | precision | recall |\n|---|---|---|---|---|`)
  for (const { language, items } of loadLanguages()) {
    if (shown.length && !shown.includes(language)) continue
    const own = items.filter((item) => item.part === part)
    const { scores, failures } = scoreMarkers(own)
    const { labelled, precision, recall } = totalOf(scores)
    console.log(`| ${language} | ${own.length} | ${labelled} | ${precision.toFixed(3)} | ${recall.toFixed(3)} |`)
    if (part === 'development' && process.argv.includes('--failures'))
      for (const { id, kind, mark } of failures) console.log(`${id}: ${kind} ${mark}`)
  }
}
