import { type StandIn, startStandIn } from '../../stand-in/start-stand-in.ts'
import { startTarget, type TargetServer } from './target-server.ts'

/** A server in front of a provider that responds to every request with an empty object, and a key of one account. */
export interface Victim {
  readonly provider: StandIn
  readonly server: TargetServer
  readonly key: string
  stop(): Promise<void>
}

/** Starts provider and server, and issues a key for `account`. */
export async function startVictim(account: string): Promise<Victim> {
  const raw = { raw: Buffer.from('{}'), headers: { 'content-type': 'application/json' } }
  const provider = await startStandIn({ answer: () => raw, isStrict: false })
  const server = await startTarget(provider.url)
  return {
    provider,
    server,
    key: await server.issueKey(account),
    async stop() {
      await server.stop()
      await provider.close()
    },
  }
}
