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

Plays recorded traffic of the Responses API through Pleat: each request as it was recorded, and each whose history is all in it
once more behind twelve turns. Answers must come back byte for byte, and what is sent must keep calls and outputs together.

FOLDER holds recordings of Python's vcr (YAML), such as tests/models/cassettes/test_openai_responses in a checkout of
pydantic-ai (MIT licence).

Exits with 1 when an answer differs, a request would be refused, or nothing was rewritten.

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
  if (recordings.length === 0) throw new Error(`${folder} holds no recordings of the API`)
  await playAll(recordings)
}

async function playAll(recordings: readonly Recording[]): Promise<void> {
  let current = recordings[0]!
  let received = ''
  const provider = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    received = Buffer.concat(chunks).toString('utf8')
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
    const long = longer(recording)
    for (const body of long === undefined ? [recording.body] : [recording.body, long]) {
      const isLong = body === long && long !== undefined
      received = ''
      await playOne(pleat, { recording, body, session: `recorded-${number}-${isLong}` }, tally)
      if (isLong) tally.long++
      else tally.plain++
      if (body !== undefined && received !== body) tally.folded++
      const problem = problemOf(received)
      if (problem !== undefined && problemOf(body ?? '') === undefined) {
        tally.faults.push(`${recording.source}: would be refused: ${problem}`)
      }
    }
  }
  await pleat.close()
  provider.closeAllConnections()
  provider.close()
  const { plain, long, folded, faults } = tally
  console.log(`${plain} requests as recorded, ${long} behind ${TURNS} turns; ${folded} were rewritten`)
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
  if (given.status !== status) faults.push(`${source}: ${method} ${path}: ${given.status} instead of ${status}`)
  else if (!given.body.equals(answer)) faults.push(`${source}: ${method} ${path}: another answer`)
  else if (!given.isWhole) faults.push(`${source}: ${method} ${path}: broken off`)
}

/** The same request after turns of another conversation. Undefined if it contains only a part of its history. */
function longer({ method, path, body }: Recording): string | undefined {
  if (method !== 'POST' || path !== '/v1/responses' || body === undefined) return undefined
  const request = JSON.parse(body) as JsonObject
  if (!Array.isArray(request.input)) return undefined
  const before = Array.from({ length: TURNS }, (_, index) => [
    { role: 'user', content: dialogue.question(index + 1) },
    { role: 'assistant', content: dialogue.answer(index + 1) },
  ])
  return JSON.stringify({ ...request, input: [...before.flat(), ...request.input] })
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
