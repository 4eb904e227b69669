/** The variables of the process. */
export type Variables = Readonly<Record<string, string | undefined>>

/** The only place that reads them. */
export function readEnvironment(): Variables {
  return process.env
}
