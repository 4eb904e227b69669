import { type StandIn, startStandIn } from '../../stand-in/start-stand-in.ts'
import { startTarget, type TargetServer } from './target-server.ts'
import { postTimed, type TimedRequest, type TimedResponse } from './timed-request.ts'

/** A server in front of a provider that responds to every request with an empty object, and a key of one account. */
export interface Victim {
  readonly provider: StandIn
  readonly server: TargetServer
  readonly key: string
  /**
   * Posts a body with the key, up to five times while the fold is too late. A new server on a busy machine is slow.
   * The provider's last request belongs to the returned response.
   */
  post(path: string, request: Pick<TimedRequest, 'body' | 'headers'>): Promise<TimedResponse>
  stop(): Promise<void>
}

/** Outcomes of requests that were sent unchanged because the fold took too long. */
const LATE: ReadonlySet<string> = new Set(['deadline', 'busy'])
const MAX_ATTEMPTS = 5

/** Starts provider and server, and issues a key for `account`. */
export async function startVictim(account: string): Promise<Victim> {
  const raw = { raw: Buffer.from('{}'), headers: { 'content-type': 'application/json' } }
  const provider = await startStandIn({ answer: () => raw, isStrict: false })
  const server = await startTarget(provider.url)
  const key = await server.issueKey(account)
  return {
    provider,
    server,
    key,
    async post(path, request) {
      for (let attempt = 1; ; attempt++) {
        const response = await postTimed(server.url + path, { key, ...request })
        const isLate = LATE.has(String(response.headers['x-service-compression']))
        if (!isLate || attempt === MAX_ATTEMPTS) return response
      }
    },
    async stop() {
      await server.stop()
      await provider.close()
    },
  }
}
