
import { createOurs } from './ours.ts'
import { readRecordings } from './recordings.ts'
import { loadScoring } from './scoring.ts'
import { replayInProcess } from './twin.ts'
const scoring = await loadScoring()
for (const name of process.argv.slice(2)) {
  const [f] = await replayInProcess(readRecordings(name), [createOurs()], { scoring })
  console.log(name, JSON.stringify(f))
}
