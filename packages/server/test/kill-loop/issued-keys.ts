import { hashKey } from '../../src/gate/key-format.ts'
import type { KeyStore } from '../../src/gate/key-port.ts'
import { ask, type KillClient } from './kill-client.ts'
import { ADMIN_TOKEN } from './start-killed-server.ts'

interface IssuedKey {
  readonly id: string
  readonly key: string
  revocation: 'none' | 'sent' | 'answered'
}

/** Keys that the admin API has issued and revoked, according to its responses. */
export class IssuedKeys {
  readonly #account: string
  readonly #keys: IssuedKey[] = []

  constructor(account: string) {
    this.#account = account
  }

  get count(): number {
    return this.#keys.length
  }

  get revoked(): number {
    return this.#keys.filter(({ revocation }) => revocation === 'answered').length
  }

  /** Issues keys, and revokes every other one. */
  client(): KillClient {
    return {
      step: async (url) => {
        const last = this.#keys.at(-1)
        if (last?.revocation === 'none' && this.#keys.length % 2 === 0) await this.#revoke(url, last)
        else await this.#issue(url)
        return 'nothing decided'
      },
    }
  }

  /** Number of keys whose state in the store contradicts the responses of the API. */
  async lost(store: KeyStore): Promise<number> {
    let lost = 0
    for (const { key, revocation } of this.#keys) {
      const isLive = (await store.findCaller(hashKey(key))) !== undefined
      if ((revocation === 'none' && !isLive) || (revocation === 'answered' && isLive)) lost++
    }
    return lost
  }

  async #issue(url: string): Promise<void> {
    const body = JSON.stringify({ account: this.#account })
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' }
    const text = await ask(`${url}/admin/v1/keys`, { method: 'POST', headers, body }, 201)
    const { id, key } = JSON.parse(text) as { id: string; key: string }
    this.#keys.push({ id, key, revocation: 'none' })
  }

  async #revoke(url: string, key: IssuedKey): Promise<void> {
    key.revocation = 'sent'
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
    await ask(`${url}/admin/v1/keys/${key.id}`, { method: 'DELETE', headers })
    key.revocation = 'answered'
  }
}
