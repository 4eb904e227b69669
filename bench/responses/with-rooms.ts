import { startPleat } from '../../test/harness/start-pleat.ts'
import type { Answer } from '../../test/stand-in/scripted-answer.ts'
import { startStandIn } from '../../test/stand-in/start-stand-in.ts'
import type { Rooms } from './play.ts'

/** Runs `work` with a stand-in provider and Pleat in front of it, and closes both even if it fails. */
export async function withRooms<Result>(work: (rooms: Rooms) => Promise<Result>): Promise<Result> {
  let next: Answer = {}
  const standIn = await startStandIn({ answer: () => next })
  try {
    const pleat = await startPleat({ providerUrl: standIn.url })
    const say = (answer: Answer): void => {
      next = answer
    }
    try {
      return await work({ pleat, standIn, say })
    } finally {
      await pleat.close()
    }
  } finally {
    await standIn.close()
  }
}
