import { KEY, type Manner, startStandInServer } from '../../packages/companion/test/stand-in-server.ts'
import { issueKey } from '../../packages/server/src/gate/issue-key.ts'
import { startPleat } from '../../test/harness/start-pleat.ts'

/** One state of the server in which the hooks must work. */
export interface ServerCase {
  readonly name: string
  /** The expected maker of the view. */
  readonly by: 'server' | 'local'
  /** Starts the server of this case and returns environment variables for the hooks. */
  start(providerUrl: string): Promise<{ readonly variables: Record<string, string>; close(): Promise<void> }>
}

/** All cases: no server, a real one that accepts, refuses or has stopped, and three kinds of faulty ones. */
export const SERVER_CASES: readonly ServerCase[] = [
  {
    name: 'without a server',
    by: 'local',
    start: async () => ({ variables: {}, close: async () => undefined }),
  },
  {
    name: 'with a server and a plan',
    by: 'server',
    start: async (providerUrl) => {
      const pleat = await startPleat({ providerUrl })
      const { key } = await issueKey(pleat.server.deps.store.keys, { account: 'paying', plan: 'pro' })
      return { variables: { PLEAT_SERVER: pleat.url, PLEAT_KEY: key }, close: () => pleat.close() }
    },
  },
  {
    name: 'with a server that answers 402',
    by: 'local',
    start: async (providerUrl) => {
      const pleat = await startPleat({ providerUrl })
      const { key } = await issueKey(pleat.server.deps.store.keys, { account: 'spent', budgetMicroCents: 0 })
      return { variables: { PLEAT_SERVER: pleat.url, PLEAT_KEY: key }, close: () => pleat.close() }
    },
  },
  {
    name: 'with a server that was stopped',
    by: 'local',
    start: async (providerUrl) => {
      const pleat = await startPleat({ providerUrl })
      const variables = { PLEAT_SERVER: pleat.url, PLEAT_KEY: pleat.key }
      await pleat.close()
      return { variables, close: async () => undefined }
    },
  },
  broken('that hangs', 'hangs'),
  broken('that returns garbage', 'talks garbage'),
  broken('that breaks off', 'breaks off'),
]

function broken(name: string, manner: Manner): ServerCase {
  return {
    name: `with a server ${name}`,
    by: 'local',
    start: async () => {
      const server = await startStandInServer()
      server.manner = manner
      return { variables: { PLEAT_SERVER: server.url, PLEAT_KEY: KEY }, close: () => server.close() }
    },
  }
}
