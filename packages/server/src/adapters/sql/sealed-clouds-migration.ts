import { type Kysely, sql } from 'kysely'

/** Characters of a model's name that are stored. */
const MAX_MODEL_CHARACTERS = 128

/**
 * Removes clouds that earlier versions stored unsealed (each is rebuilt from its session's next request), and
 * calibrations of models whose names exceed today's limit.
 */
export async function removeUnsealedClouds(database: Kysely<unknown>): Promise<void> {
  await sql`delete from session_clouds`.execute(database)
  await sql`delete from calibrations where length(model) > ${sql.lit(MAX_MODEL_CHARACTERS)}`.execute(database)
}
