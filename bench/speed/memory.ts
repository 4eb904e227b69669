import { talkOf, turnBody, turnsOf } from './bodies.ts'
import { startContenders } from './contenders.ts'
import { residentMegabytes } from './cpu-clock.ts'
import { Lanes } from './measure.ts'

/** Pleat's memory after a number of conversations. */
export interface MemoryResult {
  readonly points: readonly {
    readonly sessions: number
    readonly nowMegabytes: number
    readonly mostMegabytes: number
  }[]
}

const MESSAGES = 240
const BYTES = 400_000
const TURNS_EACH = 3

/** Sends the last three turns of `sessions` conversations of 100k tokens through a new Pleat server. */
export async function measureMemory(sessions: number, onPoint: (line: string) => void): Promise<MemoryResult> {
  const field = await startContenders({ withPortkey: false })
  const pleat = field.contenders.find(({ name }) => name === 'pleat')!
  const lanes = new Lanes([pleat])
  const points: MemoryResult['points'][number][] = []
  try {
    for (let session = 1; session <= sessions; session++) {
      const talk = talkOf({ seed: 5_000_000 + session, messages: MESSAGES, bytes: BYTES })
      const turns = turnsOf(talk)
      for (let turn = turns - TURNS_EACH + 1; turn <= turns; turn++) await lanes.ask(pleat, turnBody(talk, turn))
      if (session % Math.ceil(sessions / 5) !== 0 && session !== sessions) continue
      const { now, most } = residentMegabytes(pleat.pid)
      points.push({ sessions: session, nowMegabytes: now, mostMegabytes: most })
      onPoint(`memory: ${session} sessions, ${Math.round(now)} MB (at most ${Math.round(most)} MB)`)
    }
  } finally {
    lanes.close()
    await field.stop()
  }
  return { points }
}
