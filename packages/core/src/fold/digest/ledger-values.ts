/** One value of a JSON text as the ledger writes it. */
export interface LedgerValue {
  /** With its key, unless it is long: `status=open`. */
  readonly text: string
  /** How likely an agent needs the exact string again, per token. */
  readonly weight: number
  /** What the value is said of, where its record (innermost object) names that first: `zone=north`. */
  readonly owner?: string | undefined
}

/** Deeper than this, or beyond so many values, a JSON text is not looked into. */
const MOST_VALUES = 4000
const MOST_DEPTH = 40
const LONGEST_VALUE = 400
/** A longer string says by itself what it is about, and names nothing. */
const LONGEST_NAME = 40
const LONGEST_LIST = 60

interface Place {
  readonly key: string
  readonly owner: string | undefined
  readonly depth: number
  readonly isListed: boolean
}

/** The scalar values of a JSON text that may be asked for by their exact string, in their order. */
export function ledgerValues(value: unknown): LedgerValue[] {
  const values: LedgerValue[] = []
  const visit = (node: unknown, place: Place): void => {
    if (values.length >= MOST_VALUES || place.depth > MOST_DEPTH) return
    const depth = place.depth + 1
    if (Array.isArray(node)) {
      const list = shortList(node)
      if (list !== undefined)
        values.push({ text: withKey(place.key, list), weight: WEIGHTS.listed, owner: place.owner })
      else for (const item of node) visit(item, { ...place, depth, isListed: true })
    } else if (typeof node === 'object' && node !== null) {
      const owner = ownerOf(node) ?? place.owner
      for (const [key, item] of Object.entries(node)) {
        // A key that is itself an identifier ("card_1234": {...}) is a value for us.
        if (isIdentifier(key)) values.push({ text: key, weight: WEIGHTS.identifier, owner })
        visit(item, { key, owner, depth, isListed: false })
      }
    } else pushScalar(values, node, place)
  }
  visit(value, { key: '', owner: undefined, depth: 0, isListed: false })
  return values
}

/** The first field of a record, where that is a name and no figure, date or sentence. */
function ownerOf(record: object): string | undefined {
  const [key, value] = Object.entries(record)[0] ?? []
  if (key === undefined || typeof value !== 'string' || !isName(value)) return undefined
  return withKey(key, value)
}

function isName(text: string): boolean {
  return (
    text.length <= LONGEST_NAME && /\p{L}/u.test(text) && !/\s\S+\s\S+\s/.test(text) && !/^\d{4}-\d\d-\d\d/.test(text)
  )
}

/** What a call was told or a record lists in a few words: `mon, tue`. */
export function shortList(items: readonly unknown[]): string | undefined {
  if (items.length < 2 || !items.every((item) => typeof item === 'string' || typeof item === 'number')) return undefined
  const text = items.join(', ')
  return text.length <= LONGEST_LIST ? text.replace(/\s+/g, ' ') : undefined
}

export function withKey(key: string, text: string): string {
  return key && text.length <= LONGEST_LIST ? `${key}=${text}` : text
}

const WEIGHTS = { identifier: 5, listed: 4, date: 2.5, code: 2, name: 2, figure: 0.7, prose: 0.4, time: 0.2 }

function pushScalar(values: LedgerValue[], node: unknown, place: Place): void {
  const { key, owner } = place
  if (typeof node === 'number') {
    const text = String(node)
    if (text.length >= 2)
      values.push({ text: withKey(key, text), weight: text.length >= 3 ? WEIGHTS.figure : 0.3, owner })
    return
  }
  if (typeof node !== 'string' || !node.trim()) return
  const text = (node.length > LONGEST_VALUE ? node.slice(0, LONGEST_VALUE) : node).replace(/\s+/g, ' ')
  const isNamed = text.length <= LONGEST_NAME
  values.push({ text: isNamed ? withKey(key, text) : text, weight: weightOf(text, place), owner })
}

function weightOf(text: string, place: Place): number {
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
