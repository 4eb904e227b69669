import type { KeyStore } from '../gate/key-port.ts'
import type { LedgerStore } from '../money/ledger-port.ts'
import type { BudgetedAccount } from './budget-alerts.ts'

/** Ledger entries per read. */
const PAGE = 200
/** Limit of accounts whose ledger is read in one check. The next check continues with the others. */
const MAX_READ = 200

/** Finds accounts that pay from a budget. Reads the ledger, which is slower, only after a change of the balance. */
export class BudgetReader {
  readonly #stores: { readonly keys: Pick<KeyStore, 'listAccounts'>; readonly ledger: Pick<LedgerStore, 'list'> }
  /** Balances at the last check, by account. */
  readonly #seen = new Map<string, number>()

  constructor(stores: { readonly keys: Pick<KeyStore, 'listAccounts'>; readonly ledger: Pick<LedgerStore, 'list'> }) {
    this.#stores = stores
  }

  /** Accounts on plan free whose balance has changed since the last check. */
  async readChanged(): Promise<readonly BudgetedAccount[]> {
    const accounts = (await this.#stores.keys.listAccounts()).filter(({ plan }) => plan === 'free')
    const changed = accounts.filter(({ id, budgetMicroCents }) => this.#seen.get(id) !== budgetMicroCents)
    const found: BudgetedAccount[] = []
    for (const account of changed.slice(0, MAX_READ)) {
      const grant = await this.#findGrant(account.id)
      if (grant) found.push({ account, ...grant })
      else this.note(account)
    }
    return found
  }

  /** Notes that the alerts of this balance are being raised. Before that, each check reads the ledger again. */
  note({ id, budgetMicroCents }: BudgetedAccount['account']): void {
    this.#seen.set(id, budgetMicroCents)
  }

  /** Checks this account again next time, because its alert was not sent. */
  forget(accountId: string): void {
    this.#seen.delete(accountId)
  }

  /** The newest grant; undefined if there was none. */
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
