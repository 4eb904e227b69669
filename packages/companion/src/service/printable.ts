/** A short text of the server that a terminal may show; empty for anything else. */
export function printable(value: unknown, mostCharacters = 60): string {
  return typeof value === 'string' ? value.replace(/\p{C}/gu, '').slice(0, mostCharacters) : ''
}
