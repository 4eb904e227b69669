import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../packages/server/src/adapters/log.ts'
import type { PrimaryCalls, PrimaryLink, WorkerCalls, WorkerLink } from '../../packages/server/src/cluster/calls.ts'
import { Channel } from '../../packages/server/src/cluster/channel.ts'
import { offerShared } from '../../packages/server/src/cluster/offer-shared.ts'
import { SharedSessions } from '../../packages/server/src/cluster/shared-sessions.ts'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { readSecrets } from '../../packages/server/src/config/secrets.ts'
import { issueKey } from '../../packages/server/src/gate/issue-key.ts'
import { createPrimaryDeps } from '../../packages/server/src/primary-deps.ts'
import { type RunningServer, startServer } from '../../packages/server/src/server.ts'
import { variablesFor } from '../harness/start-pleat.ts'

/** Workers with separate addresses, so that a test chooses the one that serves a request. */
export interface LinkedWorkers {
  readonly urls: readonly string[]
  readonly workers: readonly RunningServer[]
  readonly key: string
  /** Saves the sessions of the primary process. */
  save(): Promise<void>
  /** Lines that the workers logged as warnings or errors. */
  readonly problems: string[]
  close(): Promise<void>
}

/** Limits with enough time for a fold that a busy machine skips none. */
export const PATIENT_LIMITS = { foldTimeoutMs: 60_000 }

/** Two workers and their primary within this process, which exchange JSON as separate processes do. */
export async function linkWorkers(providerUrl: string, more: Record<string, string> = {}): Promise<LinkedWorkers> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pleat-linked-'))
  const variables = { ...variablesFor(providerUrl, dataDir), PLEAT_WORKERS: '2', PLEAT_LOG_LEVEL: 'silent', ...more }
  const config = readConfig(variables)
  const secrets = readSecrets(variables, dataDir)
  const primary = await createPrimaryDeps(config, secrets)
  const shared = new SharedSessions(primary.sessions, primary.clock)
  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => void lines.push(line) })
  const workers: RunningServer[] = []
  for (const id of [1, 2]) {
    const { worker, offering } = createLink()
    offerShared(offering, { ...primary, shared, node: String(id) })
    workers.push(await startServer({ config, secrets, primary: worker, overrides: { log, limits: PATIENT_LIMITS } }))
  }
  const { key } = await issueKey(primary.store.keys, { account: 'test', requestsPerMinute: 1_000_000 })
  return {
    urls: workers.map(({ url }) => url),
    workers,
    key,
    save: () => primary.sessions.save(),
    problems: lines,
    async close() {
      for (const worker of workers) await worker.close()
      await primary.sessions.close()
      await primary.store.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function createLink(): { worker: PrimaryLink; offering: WorkerLink } {
  const deliver = (to: () => { receive(message: unknown): void }) => ({
    send(message: object) {
      const text = JSON.stringify(message)
      setImmediate(() => to().receive(JSON.parse(text)))
      return true
    },
  })
  const worker: PrimaryLink = new Channel<WorkerCalls, PrimaryCalls>(deliver(() => offering))
  const offering: WorkerLink = new Channel<PrimaryCalls, WorkerCalls>(deliver(() => worker))
  return { worker, offering }
}
