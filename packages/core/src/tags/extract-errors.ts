import { anyOf, phrasesOf } from '../lexicon/gathered.ts'
import { matchesOf } from '../matches-of.ts'
import { MARK } from './chunks.ts'
import type { TagSheet } from './sheet.ts'

const EXCEPTION = /(?:^|[.:])(\p{Lu}[\p{L}\d]{0,80}(?:Error|Exception|Warning|Fault|Panic|Interrupt))$/u
const CODE =
  /^(?:ERR_[A-Z\d_]{2,60}|(?:E|TS|CS|ORA-|LNK|MSB|PGRST|SQLSTATE)\d{3,6}|SIG(?:KILL|TERM|SEGV|ABRT|INT|HUP|PIPE|BUS|FPE|ILL)|0x[89A-Fa-f][\dA-Fa-f]{7}|E(?:NOENT|CONNREFUSED|CONNRESET|CONNABORTED|ACCES|PERM|EXIST|TIMEDOUT|PIPE|ADDRINUSE|NOMEM|INVAL|NOTFOUND|MFILE|BUSY|NOSPC|AGAIN|HOSTUNREACH|NETUNREACH|NOTEMPTY|ISDIR|NOTDIR|ROFS|BADF|AI_AGAIN))$/
const HTTP = /(?<![\p{L}\d])HTTP(?:\/\d(?:\.\d)?)?[ :]{0,2}(?:status|error|code)?[ :]{0,2}([1-5]\d\d)(?!\d)/giu
/** The words before a figure that determine its meaning. */
const named = (kind: string): string => anyOf(phrasesOf(({ codeNames }) => codeNames?.[kind]))
/** These words, as whole words directly before a figure. In scripts without spaces, another word may precede them. */
const BEFORE = new RegExp(
  `(?<![\\p{Ll}\\p{Lu}\\p{N}])(?:(${named('exit')})|(${named('status')})|(${named('error')}))[ :#=]{0,2}$`,
  'iu',
)
const LONGEST_BEFORE = 40

/** Names of exceptions, codes of errors, `HTTP 404`, `exit code 137`, signals. */
export function extractErrors(sheet: TagSheet): void {
  for (const chunk of sheet.chunks) {
    if (!(chunk.marks & (MARK.camel | MARK.digit | MARK.capitals))) continue
    const text = CODE.test(chunk.text) ? chunk.text : EXCEPTION.exec(chunk.text)?.[1]
    if (text) sheet.put({ kind: 'error', text, start: chunk.end - text.length, end: chunk.end })
  }
  if (!sheet.figures.length) return
  for (const match of matchesOf(sheet.text, HTTP)) sheet.putMatch('error', `http ${match[1]}`, match)
  for (const { start, end, value } of sheet.figures) {
    if (value.length > 5 || value.includes('.')) continue
    const before = BEFORE.exec(sheet.text.slice(Math.max(0, start - LONGEST_BEFORE), start))
    if (!before) continue
    const isHttp = before[2] !== undefined && /^[1-5]\d\d$/.test(value)
    if (before[2] !== undefined && !isHttp && !before[2].includes(' ')) continue
    const kind = before[1] ? 'exit' : isHttp ? 'http' : 'error'
    sheet.put({ kind: 'error', text: `${kind} ${value}`, start: start - before[0].length, end })
  }
}
