/** Precision and recall of the marks in English: `node bench/markers/run.ts [--failures] [--json]`. */
import { loadLabelled, PARTS } from './labelled.ts'
import { MARKERS, scoreMarkers } from './score.ts'

const items = loadLabelled()
const rows = PARTS.map((part) => {
  const own = items.filter((item) => item.part === part)
  return { part, items: own.length, ...scoreMarkers(own) }
})
if (process.argv.includes('--json'))
  console.log(
    JSON.stringify(
      rows.map(({ part, items, scores }) => ({ part, items, scores })),
      null,
      2,
    ),
  )
else printTables()

function printTables(): void {
  for (const { part, items: count, scores, failures } of rows) {
    console.log(`\n${part}: ${count} dialogues\n\n| marker | labelled | precision | recall |\n|---|---|---|---|`)
    for (const marker of MARKERS) {
      const { labelled, precision, recall } = scores[marker]
      console.log(`| ${marker} | ${labelled} | ${precision.toFixed(3)} | ${recall.toFixed(3)} |`)
    }
    if (process.argv.includes('--failures'))
      for (const { id, kind, mark } of failures) console.log(`${id}: ${kind} ${mark}`)
  }
}
