/** The variables of the process. */
export type Variables = Readonly<Record<string, string | undefined>>

/** Reads the variables of the process. No other module does. */
export function readEnvironment(): Variables {
  return process.env
}
