import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { createDialogue } from '../../test/harness/dialogue.ts'
import { type Pleat, startPleat } from '../../test/harness/start-pleat.ts'
import { send } from '../../test/harness/wire.ts'
import type { JsonObject } from '../../test/stand-in/json-object.ts'
import { Refusal } from '../../test/stand-in/refusal.ts'
import { checkItemLinks } from '../../test/stand-in/responses-links.ts'
import { createResponsesMemory } from '../../test/stand-in/responses-memory.ts'
import { type Recording, readRecordings } from './recordings.ts'

const HELP = `Usage: npm run test:recorded -- FOLDER

Play recorded traffic of the Responses API through Pleat. Each request is sent as it was recorded. If it contains its whole
history, it is also sent in three longer conversations, with the recorded items at the end, in the middle and at the beginning.
Responses must be returned byte for byte, and sent requests must keep calls and outputs together.

FOLDER contains recordings of Python's vcr (YAML), such as tests/models/cassettes/test_openai_responses in a checkout of
pydantic-ai (MIT licence).

Exits with 1 when a response differs, a request would be refused, or nothing was rewritten.

Example:
  npm run test:recorded -- ../pydantic-ai/tests/models/cassettes/test_openai_responses`

const TURNS = 12
const dialogue = createDialogue(61)
/** Headers that belong to the connection. */
const FRAMING = /^(?:connection|content-encoding|content-length|keep-alive|transfer-encoding)$/i

interface Tally {
  plain: number
  long: number
  folded: number
  readonly faults: string[]
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h', default: false } },
  })
  const [folder] = positionals
  if (values.help || folder === undefined) {
    console.log(HELP)
    if (!values.help) process.exitCode = 1
    return
  }
  const recordings = await readRecordings(folder)
  if (recordings.length === 0) throw new Error(`${folder} contains no recordings of the API`)
  await playAll(recordings)
}

async function playAll(recordings: readonly Recording[]): Promise<void> {
  let current = recordings[0]!
  /** The bodies that reached the provider. If it refuses a rewritten one, the original follows. */
  let sent: string[] = []
  const provider = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    sent.push(Buffer.concat(chunks).toString('utf8'))
    const kept = Object.entries(current.headers).filter(([name]) => !FRAMING.test(name))
    response.writeHead(current.status, Object.fromEntries(kept))
    response.end(current.answer)
  })
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const pleat = await startPleat({ providerUrl: `http://127.0.0.1:${(provider.address() as AddressInfo).port}` })
  const tally: Tally = { plain: 0, long: 0, folded: 0, faults: [] }
  for (const [number, recording] of recordings.entries()) {
    current = recording
    for (const [variant, body] of [recording.body, ...lengthened(recording)].entries()) {
      sent = []
      await playOne(pleat, { recording, body, session: `recorded-${number}-${variant}` }, tally)
      if (variant > 0) tally.long++
      else tally.plain++
      if (sent.some((each) => each !== (body ?? ''))) tally.folded++
      const wasValid = problemOf(body ?? '') === undefined
      for (const problem of wasValid ? sent.map(problemOf) : []) {
        if (problem !== undefined) tally.faults.push(`${recording.source}: would be refused: ${problem}`)
      }
    }
  }
  await pleat.close()
  provider.closeAllConnections()
  provider.close()
  const { plain, long, folded, faults } = tally
  console.log(`${plain} requests as recorded, ${long} among ${TURNS} turns; ${folded} were rewritten`)
  for (const fault of faults) console.log(`WRONG ${fault}`)
  if (faults.length > 0 || folded === 0) process.exitCode = 1
}

async function playOne(
  pleat: Pleat,
  { recording, body, session }: { recording: Recording; body: string | undefined; session: string },
  { faults }: Tally,
): Promise<void> {
  const { method, path, status, answer, source } = recording
  const given = await send(`${pleat.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${pleat.key}`,
      // Stored objects are not looked up under a client's own key.
      'x-service-provider-key': 'sk-of-the-recording',
      'x-session-id': session,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
  if (given.status !== status) faults.push(`${source}: ${method} ${path}: ${given.status}, expected ${status}`)
  else if (!given.body.equals(answer)) faults.push(`${source}: ${method} ${path}: the response differs`)
  else if (!given.isWhole) faults.push(`${source}: ${method} ${path}: the response was cut off`)
}

/** The same request with its items after, between and before the turns of another conversation, if it contains its history. */
function lengthened({ method, path, body }: Recording): string[] {
  if (method !== 'POST' || path !== '/v1/responses' || body === undefined) return []
  const request = JSON.parse(body) as JsonObject
  const { input, previous_response_id: previous, conversation } = request
  if (!Array.isArray(input) || previous || conversation) return []
  const turns = Array.from({ length: TURNS }, (_, index) => [
    { role: 'user', content: dialogue.question(index + 1) },
    { role: 'assistant', content: dialogue.answer(index + 1) },
  ])
  const question = { role: 'user', content: dialogue.question(TURNS + 1) }
  return [TURNS, TURNS / 2, 0].map((place) => {
    const items = [...turns.slice(0, place).flat(), ...input, ...turns.slice(place).flat()]
    return JSON.stringify({ ...request, input: place < TURNS ? [...items, question] : items })
  })
}

/** The API's error about the pairs and ids in a body; undefined for a valid body and for one without a list of items. */
function problemOf(body: string): string | undefined {
  const { input } = (body ? JSON.parse(body) : {}) as { readonly input?: unknown }
  if (!Array.isArray(input)) return undefined
  try {
    checkItemLinks(input as readonly JsonObject[], { memory: createResponsesMemory(), isStored: true })
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

await main()
