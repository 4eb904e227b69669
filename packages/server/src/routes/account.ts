import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { ServiceError } from '../errors.ts'
import { requireCaller } from '../gate/admit.ts'
import type { Caller } from '../gate/key-port.ts'
import type { ReadQueue } from '../gate/read-queue.ts'
import type { LedgerStore } from '../money/ledger-port.ts'
import { windowAt } from '../money/spending-window.ts'
import type { UsageStore } from '../money/usage-port.ts'
import { type OWN_ACCOUNT, ownAccountRow } from '../openapi/own-account-schema.ts'
import type { Clock } from '../ports.ts'
import type { UsageRecorder } from '../proxy/usage-recorder.ts'

interface Deps {
  readonly store: { readonly ledger: Pick<LedgerStore, 'findBalance'>; readonly usage: Pick<UsageStore, 'sum'> }
  readonly usage: Pick<UsageRecorder, 'readBill'>
  readonly clock: Clock
}

/** `GET /v1/account`: the account of a key, for the holder of the key. */
export function addAccount(framework: FastifyInstance, deps: Deps, reads: ReadQueue): void {
  framework.get('/v1/account', async ({ exchange, raw }, reply) => {
    const caller = requireCaller(exchange)
    // Caches do not store responses to requests with `Authorization`. For keys in `x-api-key`, this header prevents it.
    reply.header('Cache-Control', 'no-store')
    const isGone = () => raw.socket.destroyed
    return await reads.run({ accountId: caller.accountId, isGone }, () => describeAccount(deps, caller))
  })
}

async function describeAccount({ store, usage, clock }: Deps, caller: Caller): Promise<z.output<typeof OWN_ACCOUNT>> {
  // Plan and amounts are read from the store, because the cached caller may be outdated.
  const balance = await store.ledger.findBalance(caller.accountId)
  if (!balance) throw new ServiceError('unauthorized')
  const { accountId, accountName, keyId, limits } = caller
  const now = clock.now()
  const day = windowAt('day', now).fromDay
  const [today, total] = await Promise.all([store.usage.sum(accountId, day), store.usage.sum(accountId)])
  const spent = { day: 0, month: 0 }
  for (const period of ['day', 'month'] as const) {
    await usage.readBill(keyId, windowAt(period, now), (microCents) => {
      spent[period] = microCents
    })
  }
  return ownAccountRow({ accountName, balance, today, total, key: { keyId, limits, spent, now } })
}
