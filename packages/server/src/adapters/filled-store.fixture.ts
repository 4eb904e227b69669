import type { Store } from '../store-port.ts'
import { PLAIN_COUNTS } from './usage-counts.fixture.ts'

/** Creates two accounts with rows in every table except `deleted_accounts`. Returns the ids of the accounts by name. */
export async function fillStore(store: Store): Promise<Readonly<Record<'anna' | 'bert', string>>> {
  const ids: Record<string, string> = {}
  for (const [index, name] of ['anna', 'bert'].entries()) {
    const account = { name, plan: index === 0 ? ('free' as const) : ('pro' as const), budgetMicroCents: 5000 }
    const key = await store.keys.createKey(account, {
      hash: `hash of ${name}`,
      preview: `preview of ${name}`,
      requestsPerMinute: null,
      changes: { tags: [`tag of ${name}`] },
    })
    ids[name] = key.accountId
    await fillAccount(store, { name, accountId: key.accountId, keyId: key.id })
  }
  await store.calibration.save({ model: 'model', factor: 1.0625, samples: 3 })
  return ids as Record<'anna' | 'bert', string>
}

async function fillAccount(
  store: Store,
  { name, accountId, keyId }: { name: string; accountId: string; keyId: string },
): Promise<void> {
  const fee = { microCents: 30, sharePercent: 30 }
  const price = { savedTokens: 10, priceName: 'model', microDollarsPerMillion: 1 }
  const once = { keyHash: `once ${name}`, bodyHash: 'body' }
  await store.ledger.charge({ accountId, keyId, ...price, fees: { free: fee, pro: fee }, once })
  await store.credentials.set(accountId, 'anthropic', `sealed of ${name}`)
  const now = Date.now()
  const figures = { turns: 3, requests: 3, originalTokens: 5_000_000_000, savedTokens: 7 }
  const decisions = {
    refusedTips: ['tip'],
    cacheDecisions: [{ tip: 'tip', code: 1 }],
    disabledReason: 'refused-by-provider',
  }
  for (const idHash of [`session of ${name}`, `other of ${name}`]) {
    const row = {
      accountId,
      idHash,
      generatedId: `made ${idHash}`,
      ...figures,
      ...decisions,
      lastUsedAt: now,
      version: 0,
    }
    await store.sessions.save([{ row, tip: `tip of ${idHash}` }])
  }
  await store.clouds.save(accountId, `session of ${name}`, Buffer.from([0, 1, 2, 255]))
  await store.objects.claim(accountId, [`object of ${name}`], now + 1000)
  await store.usage.add([
    {
      keyId,
      accountId,
      day: '2026-11-20',
      model: 'model ✓',
      requests: 1,
      folded: 1,
      failed: 0,
      originalTokens: 10,
      optimizedTokens: 5,
      billedInputTokens: 5,
      billedCachedTokens: 0,
      outputTokens: 1,
      billMicroCents: 2,
      ...PLAIN_COUNTS,
    },
  ])
  await store.turns.add([
    {
      accountId,
      idHash: `session of ${name}`,
      at: now,
      turn: 1,
      model: 'model',
      status: 200,
      outcome: 'folded',
      hasMoved: true,
      originalTokens: 10,
      optimizedTokens: 5,
      overheadMicroseconds: 9,
      bill: null,
    },
  ])
  await store.alerts.claim(`spending_limit ${keyId} 100 2026-11-01 month 0.8`, now, undefined)
  await store.holdout.add([
    {
      accountId,
      idHash: `session of ${name}`,
      mayBegin: true,
      at: now,
      isHeldOut: true,
      turns: 1,
      requests: 1,
      errors: 0,
      retries: 0,
      repeats: 0,
      latencyMs: 1,
      inputTokens: 1,
      cachedTokens: 0,
      outputTokens: 1,
      inputMicroDollars: 1,
    },
  ])
}
