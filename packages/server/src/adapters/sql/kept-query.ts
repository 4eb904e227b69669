import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** A placeholder of a parameter while a query is built. It is a class, because no column value is an instance of one. */
class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query that is built and compiled once, because that takes longer than running most of our queries. `build` gets the
 * parameters by name and may only pass them on, since they are placeholders and not values.
 */
export function keepQuery<Parameters extends object, Row>(
  build: (database: Kysely<Schema>, parameters: Parameters) => Compilable<Row>,
): (database: Kysely<Schema>, parameters: Parameters) => Promise<readonly Row[]> {
  let kept: CompiledQuery<Row> | undefined
  return async (database, parameters) => {
    kept ??= build(database, placesFor<Parameters>()).compile()
    const values = kept.parameters.map((value) =>
      value instanceof Place ? parameters[value.name as keyof Parameters] : value,
    )
    const { rows } = await database.executeQuery<Row>({ ...kept, parameters: values })
    return rows
  }
}

function placesFor<Parameters extends object>(): Parameters {
  return new Proxy({}, { get: (_, name) => new Place(String(name)) }) as Parameters
}
