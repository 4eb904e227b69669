/** The UTC day of a time in Unix milliseconds, `YYYY-MM-DD`, as usage is stored. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
