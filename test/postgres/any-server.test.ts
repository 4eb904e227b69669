import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  findPostgres,
  NO_SERVER,
  TestPostgres,
} from '../../packages/server/src/adapters/postgres/postgres-server.fixture.ts'
import { createDialogue } from '../harness/dialogue.ts'
import { answerFrom, type PlayedTurn, play } from '../harness/play.ts'
import { type Pleat, startPleat } from '../harness/start-pleat.ts'
import type { Wire } from '../harness/wire.ts'
import { type StandIn, startStandIn } from '../stand-in/start-stand-in.ts'

const TURNS = 25
const PAUSE_AT = 22
const PAUSE_MS = 2 * 60 * 60_000

/** Index of the server for each turn, by a fixed formula. */
const ROUTES = Array.from({ length: TURNS + 1 }, (_, turn) => ((turn * turn + 3 * turn) % 7) % 3)

describe.skipIf(!findPostgres())(
  `a conversation whose turns go to any of three servers${findPostgres() ? '' : ` (${NO_SERVER})`}`,
  () => {
    let database: TestPostgres
    let standIn: StandIn
    const servers: Pleat[] = []

    beforeAll(async () => {
      database = await TestPostgres.start()
    })

    afterAll(() => database.remove())

    afterEach(async () => {
      for (const server of servers.splice(0)) await server.close()
      await standIn.close()
    })

    async function converse(wire: Wire, count: number, headers: Record<string, string>): Promise<PlayedTurn[]> {
      for (const server of servers.splice(0)) await server.close()
      await standIn?.close()
      const dialogue = createDialogue(5)
      let time = 1_790_000_000_000
      standIn = await startStandIn({ answer: answerFrom(dialogue) })
      const variables = {
        PLEAT_DATABASE_URL: await database.createDatabase(),
        PLEAT_SECRET: 'a secret of three servers',
      }
      // A slow machine must not send a conversation unfolded.
      const overrides = { clock: { now: () => time }, limits: { foldTimeoutMs: 60_000 } }
      for (let index = 0; index < count; index++) {
        servers.push(await startPleat({ providerUrl: standIn.url, variables, overrides }))
      }
      const [first] = servers
      let route = first!
      return await play({
        wire,
        base: () => route.url,
        key: first!.key,
        standIn,
        dialogue,
        turns: TURNS,
        headers,
        async beforeTurn(turn) {
          time += turn === PAUSE_AT ? PAUSE_MS : 10_000
          // Every server saves its sessions now, without the usual delay.
          for (const { server } of servers) await server.deps.sessions.save()
          route = servers[ROUTES[turn]! % count]!
        },
      })
    }
    test.each<{ wire: Wire; headers: Record<string, string> }>([
      { wire: 'anthropic', headers: {} },
      { wire: 'openai', headers: { 'x-session-id': 'one talk', 'x-service-objective': 'cost' } },
    ])(
      'over $wire with $headers is sent with the same bytes as by one server',
      async ({ wire, headers }) => {
        const bodies = (played: readonly PlayedTurn[]) =>
          played.map(({ sent }) => sent.map(({ body }) => body.toString('utf8')))
        const alone = await converse(wire, 1, headers)
        const together = await converse(wire, 3, headers)
        expect(together.map(({ response }) => response.status)).toEqual(Array(TURNS).fill(200))
        expect(bodies(together)).toEqual(bodies(alone))
        expect(alone.at(-1)!.savings.percent).toBeGreaterThan(20)
      },
      120_000,
    )
  },
)
