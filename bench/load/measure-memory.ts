import { talkOf, turnBody, turnsOf } from '../speed/bodies.ts'
import { Connection } from '../speed/connection.ts'
import { LONG, sender } from './measure-load.ts'
import { type Loaded, startLoaded } from './start-loaded.ts'

/** Resident memory of one process as conversations of 100,000 tokens arrive. */
export interface MemoryReport {
  readonly points: readonly { readonly sessions: number; readonly megabytes: number }[]
  readonly perSessionMegabytes: number
}

const TURNS_EACH = 2
/** Share of the first sessions, which also load the code and data that each later one uses. */
const FIRST_SHARE = 0.4

export async function measureMemory(sessions: number): Promise<MemoryReport> {
  const loaded = await startLoaded({ workers: 1 })
  const connection = new Connection(loaded.port)
  const send = sender(loaded)
  const first = Math.ceil(sessions * FIRST_SHARE)
  const points: { sessions: number; megabytes: number }[] = [{ sessions: 0, megabytes: megabytesOf(loaded) }]
  try {
    for (let session = 1; session <= sessions; session++) {
      const talk = talkOf({ seed: 6_000_000 + session, ...LONG })
      for (let turn = turnsOf(talk) - TURNS_EACH + 1; turn <= turnsOf(talk); turn++) {
        await send(connection, turnBody(talk, turn), [`X-Session-Id: memory ${session}`])
      }
      if (session === first || session === sessions) points.push({ sessions: session, megabytes: megabytesOf(loaded) })
    }
    const [, from, to] = points as [(typeof points)[0], (typeof points)[0], (typeof points)[0]]
    return { points, perSessionMegabytes: (to.megabytes - from.megabytes) / (to.sessions - from.sessions) }
  } finally {
    connection.close()
    await loaded.stop()
  }
}

function megabytesOf(loaded: Loaded): number {
  const { first, workers } = loaded.memory()
  return workers.reduce((sum, each) => sum + each, first)
}
