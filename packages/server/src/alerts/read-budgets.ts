import type { KeyStore } from '../gate/key-port.ts'
import type { LedgerStore } from '../money/ledger-port.ts'
import type { BudgetedAccount } from './budget-alerts.ts'

/** Entries of a ledger that are read at a time. */
const PAGE = 200
/** Accounts whose ledger is read in one look; the rest comes with the next. */
const MOST_READ = 200

/** Finds accounts that pay from a budget. Remembers what was granted, since reading a ledger takes longer than a balance. */
export class BudgetReader {
  readonly #stores: { readonly keys: Pick<KeyStore, 'listAccounts'>; readonly ledger: Pick<LedgerStore, 'list'> }
  /** Balances of the last look, by account. */
  readonly #seen = new Map<string, number>()

  constructor(stores: { readonly keys: Pick<KeyStore, 'listAccounts'>; readonly ledger: Pick<LedgerStore, 'list'> }) {
    this.#stores = stores
  }

  /** Accounts on the plan with a budget whose balance is not the one of the last look. */
  async readChanged(): Promise<readonly BudgetedAccount[]> {
    const accounts = (await this.#stores.keys.listAccounts()).filter(({ plan }) => plan === 'free')
    const changed = accounts.filter(({ id, budgetMicroCents }) => this.#seen.get(id) !== budgetMicroCents)
    const found: BudgetedAccount[] = []
    for (const account of changed.slice(0, MOST_READ)) {
      const grant = await this.#findGrant(account.id)
      this.#seen.set(account.id, account.budgetMicroCents)
      if (grant) found.push({ account, ...grant })
    }
    return found
  }

  /** Looks at this account again, since its alert was not sent. */
  forget(accountId: string): void {
    this.#seen.delete(accountId)
  }

  /** The newest entry that is no charge; undefined where nothing was ever granted. */
  async #findGrant(accountId: string): Promise<Omit<BudgetedAccount, 'account'> | undefined> {
    let before: number | undefined
    for (;;) {
      const entries = await this.#stores.ledger.list(accountId, {
        limit: PAGE,
        ...(before !== undefined && { before }),
      })
      const entry = entries.find(({ book, kind }) => book === 'budget' && kind !== 'charge')
      if (entry) return { grantedMicroCents: entry.balanceMicroCents, grant: entry.sequence }
      if (entries.length < PAGE) return undefined
      before = entries.at(-1)!.sequence
    }
  }
}
