/** One value of a JSON text as the ledger writes it. */
export interface LedgerValue {
  readonly text: string
  /** How likely an agent needs the exact string again, per token. */
  readonly weight: number
  /** Number of the record (innermost object) it stands in, so that records can be told apart. */
  readonly record: number
}

/** Deeper than this, or beyond so many values, a JSON text is not looked into. */
const MOST_VALUES = 4000
const MOST_DEPTH = 40
const LONGEST_VALUE = 400

/** The scalar values of a JSON text that may be asked for by their exact string, in their order. */
export function ledgerValues(value: unknown): LedgerValue[] {
  const values: LedgerValue[] = []
  let records = 0
  const visit = (node: unknown, place: { key: string; record: number; depth: number; isListed: boolean }): void => {
    if (values.length >= MOST_VALUES || place.depth > MOST_DEPTH) return
    const depth = place.depth + 1
    if (Array.isArray(node)) {
      for (const item of node) visit(item, { ...place, depth, isListed: true })
    } else if (typeof node === 'object' && node !== null) {
      const record = ++records
      for (const [key, item] of Object.entries(node)) {
        // A key that is itself an identifier ("card_1234": {...}) is a value for us.
        if (isIdentifier(key)) values.push({ text: key, weight: WEIGHTS.identifier, record })
        visit(item, { key, record, depth, isListed: false })
      }
    } else pushScalar(values, node, place)
  }
  visit(value, { key: '', record: 0, depth: 0, isListed: false })
  return values
}

const WEIGHTS = { identifier: 5, listed: 4, date: 2.5, code: 2, name: 2, figure: 0.7, prose: 0.4, time: 0.2 }

function pushScalar(
  values: LedgerValue[],
  node: unknown,
  place: { key: string; record: number; isListed: boolean },
): void {
  if (typeof node === 'number') {
    const text = String(node)
    if (text.length >= 2)
      values.push({
        text: `${place.key}=${text}`,
        weight: text.length >= 3 ? WEIGHTS.figure : 0.3,
        record: place.record,
      })
    return
  }
  if (typeof node !== 'string' || !node.trim()) return
  const text = node.length > LONGEST_VALUE ? node.slice(0, LONGEST_VALUE) : node
  values.push({ text: text.replace(/\s+/g, ' '), weight: weightOf(text, place), record: place.record })
}

function weightOf(text: string, place: { key: string; isListed: boolean }): number {
  if (/^\d{1,2}:\d\d/.test(text)) return WEIGHTS.time
  if (/^\d{4}-\d\d-\d\d(?:[T ]\d\d:.*)?$/.test(text)) return text.length > 10 ? 0.3 : WEIGHTS.date
  if (/@|\s.*\s.*\s/.test(text)) return WEIGHTS.prose
  if (isIdentifier(text) || /(?:^|_)id$/i.test(place.key)) return WEIGHTS.identifier
  if (place.isListed) return WEIGHTS.listed
  if (/^[\p{Lu}]{3,4}$/u.test(text)) return WEIGHTS.code
  if (/^\p{Lu}\p{Ll}+$/u.test(text)) return WEIGHTS.name
  return /_/.test(text) ? WEIGHTS.name : WEIGHTS.prose
}

/** Letters and digits mixed, five characters or more, no space: what nobody can guess again. */
export function isIdentifier(text: string): boolean {
  return (
    text.length >= 5 &&
    text.length <= 120 &&
    /\d/.test(text) &&
    /\p{L}/u.test(text) &&
    !/\s/.test(text) &&
    !/^\d{4}-\d\d-\d\d/.test(text)
  )
}
