import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * A placeholder of a parameter while a query is built. It is a class, because no column value is an instance of one.
 */
class Place {
  readonly row: number
  readonly name: string

  constructor(row: number, name: string) {
    this.row = row
    this.name = name
  }
}

/**
 * A query that is built and compiled once, because that takes longer than running most of our queries. `build` gets the
 * parameters by name and may only pass them on, since they are placeholders and not values.
 */
export function compileOnce<Parameters extends object, Row>(
  build: (database: Kysely<Schema>, parameters: Parameters) => Compilable<Row>,
): (database: Kysely<Schema>, parameters: Parameters) => Promise<readonly Row[]> {
  const query = compileOnceForRows<Parameters, Row>(1, (database, [parameters]) => build(database, parameters!))
  return (database, parameters) => query(database, [parameters])
}

/** The same for a query about exactly `count` rows of parameters. */
export function compileOnceForRows<Parameters extends object, Row>(
  count: number,
  build: (database: Kysely<Schema>, rows: readonly Parameters[]) => Compilable<Row>,
): (database: Kysely<Schema>, rows: readonly Parameters[]) => Promise<readonly Row[]> {
  let kept: CompiledQuery<Row> | undefined
  return async (database, given) => {
    kept ??= build(
      database,
      Array.from({ length: count }, (_, row) => placesFor<Parameters>(row)),
    ).compile()
    const values = kept.parameters.map((value) =>
      value instanceof Place ? given[value.row]![value.name as keyof Parameters] : value,
    )
    const { rows } = await database.executeQuery<Row>({ ...kept, parameters: values })
    return rows
  }
}

function placesFor<Parameters extends object>(row: number): Parameters {
  return new Proxy({}, { get: (_, name) => new Place(row, String(name)) }) as Parameters
}
