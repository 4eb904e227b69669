import { namesStreet, type SessionTag } from '@pleat/core'

/**
 * Kinds of tags whose words may be stored. Of all others (addresses, amounts, dates, phrases) only the hash is stored.
 */
export const STORED_KINDS: ReadonlySet<string> = new Set(['term', 'name', 'identifier'])
/** A word of a single message may be a typing error, or a secret that was pasted once. */
const FEWEST_MESSAGES = 2
/** UTF-16 units. */
const LONGEST_WORD = 24

/** A run of letters of any script, with combining marks. */
const LETTERS = /^(?:\p{L}\p{M}*)+$/u
/** Characters that join the parts of a word or name. */
const JOINTS = /[-_'’ \u00b7\u200c]/u
/** Numbers of tickets, invoices and standards: `PROJ-42`, `AB-1234`, `ISO-8601`. */
const TICKET = /^[A-Z]{2,10}-\d{1,6}$/
/** Postal codes with the code of their country. */
const POSTAL_CODE =
  /^(?:A[DTX]|B[EG]|C[HYZ]|D[EK]|E[ES]|F[IR]|G[BR]|H[RU]|I[EST]|L[ITUV]|M[CDKT]|N[LO]|P[LT]|R[OS]|S[EIKM]|U[AS])-\d{4,6}$/
/** Short names with a number: `utf-8`, `mp3`, `HTTP2`; too short for a password. */
const SHORT_WITH_NUMBER = /^(?=.{2,5}$)\p{L}{1,4}-?\d{1,2}$/u
/** Forms of providers' keys. Others contain digits, or are longer than any stored word. */
const KEY = /^(?:(?:sk|pk|rk|gh[a-z]|xox[a-z]|glpat)[-_]|(?:npm|hf)_|a[ks]ia[a-z\d]{16}$)/i
/** Letters of a hexadecimal number, at least eight. */
const HEXADECIMAL = /^[a-f]{8,}$/i

/**
 * True if the word of a tag may be stored: at least two messages use it, and it has the shape of a word, a name or a
 * ticket number. Everything else may be a password, a key, a number or an address. A password with the shape of a word
 * passes.
 */
export function isStorable({ kind, word, messages }: Pick<SessionTag, 'kind' | 'word' | 'messages'>): boolean {
  return word !== undefined && messages >= FEWEST_MESSAGES && STORED_KINDS.has(kind) && hasShapeOfWord(word)
}

/** True if a word passes by its shape alone. */
export function hasShapeOfWord(word: string): boolean {
  if (word.length === 0 || word.length > LONGEST_WORD || KEY.test(word) || POSTAL_CODE.test(word)) return false
  if (TICKET.test(word) || SHORT_WITH_NUMBER.test(word)) return true
  const parts = word.split(JOINTS)
  return parts.every(isPlainWord) && !isPassphrase(word, parts) && !namesStreet(parts)
}

function isPlainWord(part: string): boolean {
  return LETTERS.test(part) && !HEXADECIMAL.test(part) && hasCaseOfWord(part) && isPronounceable(part)
}

/** `lantern`, `Lantern`, `NATO`, `JavaScript`, `getUserById`: one change of case for every four letters at most. */
function hasCaseOfWord(part: string): boolean {
  if (!/\p{Ll}/u.test(part)) return true
  const capitals = part.slice(1).match(/\p{Lu}+/gu) ?? []
  return capitals.length <= Math.ceil(part.length / 4)
}

/** Spellings of one consonant. */
const CLUSTER = /sch|[cpst]h|ck|ng|([b-df-hj-np-tv-xz])\1/g
const CONSONANT_RUN = /[b-df-hj-np-tv-xz]{6,}/
const LATIN_WITHOUT_VOWEL = /^[b-df-hj-np-tv-xz]{6,}$/

/** Random Latin letters have no vowels for a long stretch. Other scripts always pass. */
function isPronounceable(part: string): boolean {
  const letters = part.toLowerCase()
  return !LATIN_WITHOUT_VOWEL.test(letters) && !CONSONANT_RUN.test(letters.replace(CLUSTER, 's'))
}

/** `correct-horse-battery`: three whole words that a hyphen or an underscore joins. */
function isPassphrase(word: string, parts: readonly string[]): boolean {
  return /[-_]/.test(word) && parts.filter(({ length }) => length >= 4).length >= 3
}
