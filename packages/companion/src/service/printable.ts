/** A short text of the server without control characters; empty for other values. */
export function printable(value: unknown, mostCharacters = 60): string {
  return typeof value === 'string' ? value.replace(/\p{C}/gu, '').slice(0, mostCharacters) : ''
}
