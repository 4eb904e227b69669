import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { StoreUnavailable } from '../../store-unavailable.ts'
import { breaksConnection, translateError } from './database-errors.ts'

/** The connection pool for kysely. It distinguishes errors of the database from errors of a query. */
export class StorePool implements PostgresPool {
  readonly Client: NonNullable<PostgresPool['Client']> = pg.Client as unknown as NonNullable<PostgresPool['Client']>
  readonly #pool: pg.Pool
  readonly #isDown: () => boolean

  /** @param isDown while it returns true, no caller waits for a connection: each use fails at once. */
  constructor(pool: pg.Pool, isDown: () => boolean = () => false) {
    this.#pool = pool
    this.#isDown = isDown
    // Errors of idle connections.
    pool.on('error', ignore)
  }

  get options(): object {
    return this.#pool.options
  }

  async connect(): Promise<PostgresPoolClient> {
    if (this.#isDown()) throw new StoreUnavailable('the database is not available: it does not answer')
    try {
      return new PooledClient(await this.#pool.connect())
    } catch (error) {
      throw translateError(error)
    }
  }

  async end(): Promise<void> {
    await this.#pool.end()
  }
}

/** Without a listener, an error of a connection would end the process. */
function ignore(): void {}

/** One connection while it is in use. */
class PooledClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  #isBroken = false

  constructor(client: pg.PoolClient) {
    this.#client = client
    // If a connection ends between two statements, the next statement fails.
    client.on('error', ignore)
  }

  query(sql: unknown, parameters?: readonly unknown[]): never {
    return this.#query(sql as string, parameters ?? []) as never
  }

  release(destroy?: boolean): void {
    this.#client.off('error', ignore)
    this.#client.release(destroy === true || this.#isBroken)
  }

  async #query(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> {
    // The server has rolled back already, and a second error would hide the first.
    if (this.#isBroken && sql === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] }
    try {
      return (await this.#client.query(sql, [...parameters])) as unknown as PostgresQueryResult<unknown>
    } catch (error) {
      this.#isBroken ||= breaksConnection(error)
      throw translateError(error)
    }
  }
}
