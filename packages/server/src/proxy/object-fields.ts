/** Returns the strings in `fields` (dots select nested members) of a JSON value: ids, or lists of ids. */
export function idsIn(value: unknown, fields: readonly string[]): string[] {
  return fields.flatMap((field) => {
    const found = field.split('.').reduce<unknown>((at, name) => memberOf(at, name), value)
    return (Array.isArray(found) ? found : [found]).filter((id): id is string => typeof id === 'string' && id !== '')
  })
}

/** Parses the JSON in `bytes`. Undefined if they contain none. */
export function parseAnswer(bytes: Buffer | undefined): unknown {
  try {
    return bytes && JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Characters of a stream that are searched for its first event. */
const MAX_CHARACTERS = 64 * 1024

/**
 * Calls `found` with the ids in `fields` of the first event of a stream, or of its `response` member. Calls it at most
 * once, and not if there are none.
 */
export function watchFirstEvent(fields: readonly string[], found: (ids: string[]) => void): (chunk: Buffer) => void {
  let text = ''
  let isOver = false
  return (chunk) => {
    if (isOver) return
    text += chunk.toString('latin1')
    const data = /(?:^|\n)data: ?([^\r\n]*)\r?\n/.exec(text)?.[1]
    if (data === undefined && text.length < MAX_CHARACTERS) return
    isOver = true
    text = ''
    const event = data === undefined ? undefined : parseAnswer(Buffer.from(data, 'latin1'))
    const ids = idsIn(memberOf(event, 'response') ?? event, fields)
    if (ids.length > 0) found(ids)
  }
}

export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}
