import type { Kysely } from 'kysely'
import type { CalibrationStore } from '../../proxy/calibration-port.ts'
import type { Schema } from './schema.ts'

/** Corrections of token estimates in a table, one row for each model. */
export function createCalibrationStore(database: Kysely<Schema>): CalibrationStore {
  return {
    load: () => database.selectFrom('calibrations').selectAll().orderBy('model').execute(),
    async save({ model, factor, samples }) {
      await database
        .insertInto('calibrations')
        .values({ model, factor, samples })
        .onConflict((conflict) => conflict.column('model').doUpdateSet({ factor, samples }))
        .execute()
    },
  }
}
