import pg from 'pg'

/** Object ids of the types that the driver returns as text, since numbers cannot represent all of their values. */
const INT8 = 20
const NUMERIC = 1700

/** Parses 64-bit columns, and sums of them, as numbers. */
export const COLUMN_VALUES: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    id === INT8 || id === NUMERIC ? exactNumber : pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser,
}

/** @throws {RangeError} for a number that would be rounded. */
function exactNumber(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError(`The database contains ${text}, which is not a whole number that can be represented exactly.`)
}
