const MAX_CHARACTERS = 100

/** A value from a client for an error message: at most 100 characters of printable ASCII. */
export function shownValue(value: string): string {
  const safe = value.slice(0, MAX_CHARACTERS).replace(/[^\x20-\x7e]/g, '?')
  return safe.length < value.length ? `${safe}...` : safe
}
