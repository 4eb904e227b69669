/** The two ports that nearly every room uses. Every other port is beside its consumer. */

/** The time of day, in Unix milliseconds. */
export interface Clock {
  now(): number
}

/** Structured lines for the operator. Fields hold ids, counts and codes; never headers, bodies or keys. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** A log whose lines may share fields, which are formatted once. */
export interface ParentLog extends Log {
  child(fields: object): Log
}
