import type { KeyStore } from '../gate/key-port.ts'
import type { LedgerStore } from '../money/ledger-port.ts'
import type { BudgetedAccount } from './budget-alerts.ts'

/** Limit of accounts whose ledger is read in one check. The next check continues with the others. */
const MAX_READ = 200

interface Stores {
  readonly keys: Pick<KeyStore, 'listAccounts'>
  readonly ledger: Pick<LedgerStore, 'findNewestGrant'>
}

/** Finds accounts that pay from a budget. Reads the ledger, which is slower, only after a change of the balance. */
export class BudgetReader {
  readonly #stores: Stores
  /** Balances at the last check, by account. */
  readonly #seen = new Map<string, number>()
  /** The account that was read last. The next check begins with the one after it. */
  #lastRead: string | undefined

  constructor(stores: Stores) {
    this.#stores = stores
  }

  /** Accounts on plan free whose balance has changed since the last check. */
  async readChanged(): Promise<readonly BudgetedAccount[]> {
    const accounts = (await this.#stores.keys.listAccounts()).filter(({ plan }) => plan === 'free')
    const start = accounts.findIndex(({ id }) => id === this.#lastRead) + 1
    const inTurn = [...accounts.slice(start), ...accounts.slice(0, start)]
    const changed = inTurn.filter(({ id, budgetMicroCents }) => this.#seen.get(id) !== budgetMicroCents)
    const found: BudgetedAccount[] = []
    for (const account of changed.slice(0, MAX_READ)) {
      // SQLite's statements run on the event loop. Other requests are served between two of them.
      await new Promise(setImmediate)
      const grant = await this.#stores.ledger.findNewestGrant(account.id)
      this.#lastRead = account.id
      if (grant) found.push({ account, grantedMicroCents: grant.balanceMicroCents, grant: grant.sequence })
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
}
