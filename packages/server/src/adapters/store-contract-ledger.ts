import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Charge, ChargeOutcome } from '../money/ledger-port.ts'
import type { OpenedPlace } from './store-contract-place.ts'

/** Charges and their ledger. */
export function describeLedger(opened: OpenedPlace): void {
  async function makeAccount(plan: 'free' | 'pro', budgetMicroCents: number): Promise<string> {
    return (await opened.store.accounts.create({ name: `${plan} account`, plan, budgetMicroCents }))!.id
  }
  const problems = async () => (await opened.other.ledger.verify()).flatMap((finding) => finding.problems)

  describe('the ledger', () => {
    test('a free account pays from its budget and a pro account owes, each by its own share', async () => {
      const free = await makeAccount('free', 100)
      const pro = await makeAccount('pro', 100)
      const { ledger } = opened.store
      expect(await ledger.charge(charge(free, 30))).toEqual({ kind: 'charged', microCents: 30, plan: 'free' })
      expect(await ledger.charge(charge(pro, 30))).toEqual({ kind: 'charged', microCents: 20, plan: 'pro' })
      expect(await ledger.findBalance(free)).toEqual({ plan: 'free', budgetMicroCents: 70, owedMicroCents: 0 })
      expect(await ledger.findBalance(pro)).toEqual({ plan: 'pro', budgetMicroCents: 100, owedMicroCents: 20 })
      expect(await ledger.findBalance('nobody')).toBeUndefined()
      expect(await problems()).toEqual([])
    })

    test('an entry contains the parts of its amount', async () => {
      const free = await makeAccount('free', 10)
      await opened.store.ledger.charge(charge(free, 30))
      const [entry] = await opened.other.ledger.list(free, { limit: 1 })
      expect(entry).toEqual({
        accountId: free,
        sequence: 2,
        book: 'budget',
        kind: 'charge',
        amountMicroCents: -10,
        balanceMicroCents: 0,
        createdAt: opened.clock.time,
        charge: {
          keyId: 'key',
          savedTokens: 1000,
          priceName: 'model',
          microDollarsPerMillion: 2_000_000,
          sharePercent: 30,
          fullMicroCents: 30,
        },
      })
    })

    test('the last charge takes the rest of the budget, the next is refused, but not one without a fee', async () => {
      const free = await makeAccount('free', 50)
      const { ledger } = opened.store
      expect(await ledger.charge(charge(free, 40))).toMatchObject({ microCents: 40 })
      expect(await ledger.charge(charge(free, 40))).toMatchObject({ microCents: 10 })
      expect(await ledger.charge(charge(free, 40))).toEqual({ kind: 'refused', plan: 'free', budgetMicroCents: 0 })
      expect(await ledger.charge(charge(free, 0))).toMatchObject({ kind: 'charged', microCents: 0 })
      expect(await ledger.list(free, { limit: 9 })).toHaveLength(3)
      expect(await problems()).toEqual([])
    })

    test('30 simultaneous charges never exceed the budget', async () => {
      const free = await makeAccount('free', 100)
      const { store } = opened
      const outcomes = await Promise.all(Array.from({ length: 30 }, () => store.ledger.charge(charge(free, 40))))
      expect(amounts(outcomes)).toEqual([40, 40, 20])
      expect(outcomes.filter(({ kind }) => kind === 'refused')).toHaveLength(27)
      expect(await store.ledger.findBalance(free)).toMatchObject({ budgetMicroCents: 0 })
      expect(await problems()).toEqual([])
    })

    test('an idempotency key is charged once, even by simultaneous calls and after the budget is used up', async () => {
      const free = await makeAccount('free', 40)
      const { store, other } = opened
      const once = { keyHash: 'k', bodyHash: 'b' }
      const repeats = Array.from({ length: 8 }, () => store.ledger.charge({ ...charge(free, 40), once }))
      const charged = { kind: 'charged', microCents: 40, plan: 'free' }
      expect(await Promise.all(repeats)).toEqual(Array(8).fill(charged))
      expect(await other.ledger.charge({ ...charge(free, 40), once })).toEqual(charged)
      expect(await store.ledger.findBalance(free)).toMatchObject({ budgetMicroCents: 0 })
      expect(await store.ledger.findBodyHash(free, 'k')).toBe('b')
      expect(await store.ledger.findBodyHash(free, 'other')).toBeUndefined()
      const another = { ...charge(free, 40), once: { ...once, bodyHash: 'c' } }
      expect(await store.ledger.charge(another)).toEqual({ kind: 'mismatch' })
    })

    test('an idempotency key belongs to one account, and is also known after a call without a fee', async () => {
      const free = await makeAccount('free', 40)
      const pro = await makeAccount('pro', 0)
      const once = { keyHash: 'k', bodyHash: 'b' }
      await opened.store.ledger.charge({ ...charge(free, 0), once })
      expect(await opened.store.ledger.charge({ ...charge(free, 40), once })).toMatchObject({ microCents: 0 })
      expect(await opened.store.ledger.charge({ ...charge(pro, 30), once })).toMatchObject({ microCents: 20 })
      expect(await problems()).toEqual([])
    })

    test('entries are listed newest first, page by page', async () => {
      const free = await makeAccount('free', 100)
      for (let i = 0; i < 4; i++) await opened.store.ledger.charge(charge(free, 1))
      const sequences = async (page: { limit: number; before?: number }) =>
        (await opened.store.ledger.list(free, page)).map(({ sequence }) => sequence)
      expect(await sequences({ limit: 2 })).toEqual([5, 4])
      expect(await sequences({ limit: 9, before: 4 })).toEqual([3, 2, 1])
    })

    test('the newest grant is the last change of the budget that is no charge', async () => {
      const { accounts, ledger } = opened.store
      const free = await makeAccount('free', 100)
      const pro = await makeAccount('pro', 0)
      await ledger.charge(charge(free, 30))
      expect(await opened.other.ledger.findNewestGrant(free)).toMatchObject({ sequence: 1, balanceMicroCents: 100 })
      await accounts.addBudget('free account', 50)
      await ledger.charge(charge(free, 1))
      const grant = { sequence: 3, kind: 'budget-added', amountMicroCents: 50, balanceMicroCents: 120 }
      expect(await opened.other.ledger.findNewestGrant(free)).toMatchObject(grant)
      await ledger.charge(charge(pro, 30))
      await accounts.settle('pro account', 20)
      expect(await ledger.findNewestGrant(pro)).toBeUndefined()
    })

    test('no budget falls below zero and every ledger balances for any sequence of charges and additions', async () => {
      const step = fc.oneof(
        fc.record({ fee: fc.nat(500) }),
        fc.record({ add: fc.nat(300) }),
        fc.record({ plan: fc.constantFrom('free' as const, 'pro' as const) }),
        fc.record({ fee: fc.nat(500), once: fc.nat(3) }),
      )
      let run = 0
      await fc.assert(
        fc.asyncProperty(fc.nat(1000), fc.array(step, { maxLength: 12 }), async (budgetMicroCents, steps) => {
          const { accounts, ledger } = opened.store
          const name = `account ${run++}`
          const { id } = (await accounts.create({ name, plan: 'free', budgetMicroCents }))!
          const model = { budget: budgetMicroCents, owed: 0, plan: 'free' as 'free' | 'pro', used: new Set<number>() }
          for (const each of steps) {
            if ('add' in each) {
              await accounts.addBudget(name, each.add)
              model.budget += each.add
            } else if ('plan' in each) {
              await accounts.setPlan(name, each.plan)
              model.plan = each.plan
            } else {
              const key = 'once' in each ? each.once : undefined
              const isRepeat = key !== undefined && model.used.has(key)
              const once = key === undefined ? undefined : { keyHash: String(key), bodyHash: 'b' }
              const outcome = await ledger.charge({ ...charge(id, each.fee), once })
              if (key !== undefined && outcome.kind === 'charged') model.used.add(key)
              if (isRepeat) continue
              if (model.plan === 'pro') model.owed += Math.floor((each.fee * 2) / 3)
              else model.budget -= Math.min(each.fee, model.budget)
            }
          }
          const balance = { plan: model.plan, budgetMicroCents: model.budget, owedMicroCents: model.owed }
          expect(await ledger.findBalance(id)).toEqual(balance)
        }),
        { numRuns: 25 },
      )
      expect(await problems()).toEqual([])
    })
  })
}

function charge(accountId: string, free: number): Charge {
  const pro = Math.floor((free * 2) / 3)
  return {
    accountId,
    keyId: 'key',
    savedTokens: 1000,
    priceName: 'model',
    microDollarsPerMillion: 2_000_000,
    fees: { free: { microCents: free, sharePercent: 30 }, pro: { microCents: pro, sharePercent: 20 } },
    once: undefined,
  }
}

/** The charged amounts, largest first, since the order of simultaneous connections is undefined. */
function amounts(outcomes: readonly ChargeOutcome[]): number[] {
  return outcomes
    .flatMap((outcome) => (outcome.kind === 'charged' ? [outcome.microCents] : []))
    .sort((left, right) => right - left)
}
