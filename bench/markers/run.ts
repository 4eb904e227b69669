/** Precision and recall of the epistemic markers: `node bench/markers/run.ts [--failures] [--json]`. */
import { FIRST_SIGHT } from './first-sight.ts'
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
    console.log(
      `\n${part}: ${count} dialogues\n\n| marker | labelled | precision | recall | at first sight |\n|---|---|---|---|---|`,
    )
    for (const marker of MARKERS) {
      const { labelled, precision, recall } = scores[marker]
      const [first, last] = FIRST_SIGHT[part]?.[marker] ?? []
      const then = first === undefined || last === undefined ? '–' : `${first.toFixed(2)} / ${last.toFixed(2)}`
      console.log(`| ${marker} | ${labelled} | ${precision.toFixed(3)} | ${recall.toFixed(3)} | ${then} |`)
    }
    if (process.argv.includes('--failures'))
      for (const { id, kind, mark } of failures) console.log(`${id}: ${kind} ${mark}`)
  }
}
