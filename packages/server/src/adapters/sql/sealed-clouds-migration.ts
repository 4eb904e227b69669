import { type Kysely, sql } from 'kysely'

/** Characters of a model's name that are stored. */
const MOST_MODEL_CHARACTERS = 128

/**
 * Removes the clouds that earlier versions stored in the clear (they are built anew from each session's next request), and
 * the calibrations of models with names longer than any that is stored now.
 */
export async function removeUnsealedClouds(database: Kysely<unknown>): Promise<void> {
  await sql`delete from session_clouds`.execute(database)
  await sql`delete from calibrations where length(model) > ${sql.lit(MOST_MODEL_CHARACTERS)}`.execute(database)
}
