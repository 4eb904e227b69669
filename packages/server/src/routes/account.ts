import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { ServiceError } from '../errors.ts'
import type { LedgerStore } from '../money-ports.ts'
import { type OWN_ACCOUNT, ownAccountRow } from '../openapi/own-account-schema.ts'
import type { Caller, Clock, UsageStore } from '../ports.ts'

interface Deps {
  readonly store: { readonly ledger: Pick<LedgerStore, 'findBalance'>; readonly usage: Pick<UsageStore, 'sum'> }
  readonly clock: Clock
}

/** `GET /v1/account`: what the holder of a key may know of its own account. */
export function addAccount(framework: FastifyInstance, deps: Deps): void {
  framework.get('/v1/account', async ({ exchange }, reply) => {
    // Keys in `x-api-key` do not keep caches on the way from storing an answer, as those in `Authorization` do.
    reply.header('Cache-Control', 'no-store')
    return await describeAccount(deps, exchange.caller)
  })
}

async function describeAccount(
  { store, clock }: Deps,
  caller: Caller | undefined,
): Promise<z.output<typeof OWN_ACCOUNT>> {
  // Plan and amounts as they stand: what is remembered of a key may be a moment old.
  const balance = caller && (await store.ledger.findBalance(caller.accountId))
  if (!caller || !balance) throw new ServiceError('unauthorized')
  const { accountId, accountName } = caller
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  const [today, total] = await Promise.all([store.usage.sum(accountId, day), store.usage.sum(accountId)])
  return ownAccountRow({ accountName, balance, today, total })
}
