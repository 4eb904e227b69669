import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Stands for a parameter while a query is built; a class, since the values of no column are of one. */
class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query that is built and compiled once, which takes longer than most of ours take to run. `build` gets the parameters
 * by name and may only hand them on: what stands in for them are places and no values.
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
