import { parseArgs } from 'node:util'
import { selected, wholeNumber } from '../options.ts'
import { readRecordings } from '../quality/recordings.ts'
import { hasRecordings, SET_NAMES } from '../quality/sets.ts'
import { chatMessagesOf } from './chat-messages.ts'
import { faultsOf, type Row } from './faults.ts'
import { playRecording, type Rooms, WireFigures } from './play.ts'
import { CHAT, REASONING, RESPONSES } from './wires.ts'
import { withRooms } from './with-rooms.ts'

const HELP = `Usage: npm run bench:responses -- [options]

Play recorded conversations through Pleat twice, as chat completions and as items of the Responses API, and once more
with reasoning that is bound to the text before it. The provider is a stand-in that refuses invalid requests like the API.
The recordings are not part of the repository: the command looks for them in ../shared/bench, and measures nothing
without them.

Options:
  --set NAME   only this set, may be given more than once (default mtbench101_sessions, tau_airline, claude_code)
  --limit N    only the first N conversations of each set (default 5)
  --help       show this

Exits with 1 if a request fails or is refused, a body differs, reasoning is lost, Pleat logs a problem, a set has no
folded request over one of the wires, or the savings of the two wires differ by more than two points.

Example:
  npm run bench:responses -- --set mtbench101_sessions --limit 5`

const DEFAULT_SETS = ['mtbench101_sessions', 'tau_airline', 'claude_code']
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      set: { type: 'string', multiple: true, default: DEFAULT_SETS },
      limit: { type: 'string', default: '5' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return console.log(HELP)
  selected('--set', values.set, SET_NAMES)
  const limit = wholeNumber('--limit', values.limit)
  if (!hasRecordings) return console.log('The recorded conversations were not found: nothing was measured.')
  const faults = await withRooms((rooms) => playSets(rooms, values.set, limit))
  for (const fault of faults) console.log(`WRONG ${fault}`)
  if (faults.length > 0) process.exitCode = 1
}

/** Plays the first `limit` conversations of each set over each wire, prints a line for each, and returns the faults. */
async function playSets(rooms: Rooms, sets: readonly string[], limit: number): Promise<readonly string[]> {
  const rows: Row[] = []
  for (const set of sets) {
    const recordings = readRecordings(set, limit)
    for (const client of [CHAT, RESPONSES, REASONING]) {
      const figures = new WireFigures()
      for (const [number, recording] of recordings.entries()) {
        await playRecording(rooms, client, { messages: chatMessagesOf(recording), id: `${set}-${number}` }, figures)
      }
      rows.push({ set, wire: client.name, figures })
      console.log(lineOf(rows.at(-1)!))
    }
  }
  return [...faultsOf(rows), ...rooms.pleat.problems().map(({ msg }) => `logged: ${String(msg)}`)]
}

function lineOf({ set, wire, figures }: Row): string {
  const { requests, folded, failed, refused, bodyDiffers, lost } = figures
  const { early, late } = figures.saved()
  const saved = `saved ${late.toFixed(1)} % from turn 10 on, ${early.toFixed(1)} % before turn 5`
  return `${set}, ${wire}: ${requests} requests, ${folded} folded; ${saved}; ${failed} failed, ${refused} refused, ${bodyDiffers} bodies differ, ${lost} answers that lost reasoning`
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
