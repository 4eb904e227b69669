/** The kinds of passages in a message. A view marks omitted parts with their kind, prose and quotation as text. */
export type PassageKind = 'prose' | 'quote' | 'code' | 'json' | 'table' | 'log'

/** Matches a line of code without white space around it. */
const CODE_LINE =
  /^(?:import [\w.]+(?: as \w+)?$|from [\w.]+ import .+$|(?:import|export|from|const|let|var|function|class|def|return|if|for|while|switch|public|private|protected|static|async|await|try|catch|package|using|namespace|struct|fn|impl|#include|#define|SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|FROM|WHERE|JOIN)\b.*[({:;=,*'"`)\]}>]$|[\w.$[\]]+\s*[-+*/|&]?=\s*\S.*$|[})\]][})\];,]*$|.*[;{]$|(?:\/\/|\/\*|\*\/|<!--|<\/?[a-z][\w-]*[^>]*>).*$|\$ \S.*$|@[\w.]+(?:\(.*\))?$|[+-]{3} [ab]\/.*$|@@ .*@@.*$)/
const LOG_LINE =
  /^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|\[?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b[\]:]?|at [\w.$<>[\] ]+ ?\(|at (?:file|node|https?|\/)|File "[^"]*", line \d+|Traceback \(most recent|(?:npm|error|warning|FAIL|PASS)\b[:! ]|Exception in thread|[\w.]*(?:Error|Exception)(?:: |$)|Caused by: |\w{3} +\d{1,2} \d\d:\d\d:\d\d )/
/** Words of failure in logs, and names of exceptions. */
export const FAILURE = /\b(?:ERROR|FATAL|CRITICAL|FAIL|FAILED|error|failed)\b|\w(?:Error|Exception)\b/
const TABLE_ROW = /^[^|]*\|[^|]*\||^\s*[|+][-=+|: ]+[|+]\s*$|^[^\t]+\t[^\t]+\t.+$/
const JSON_LINE = /^\s*(?:[{[]\s*$|[}\]]+,?\s*$|"[^"]*"\s*:\s*\S.*$|[{[]\s*["{[\d].*$)/
/** Number of characters of a line that are read, so that no pattern ever reads a megabyte. */
const READ = 400

/** The kind of a fenced block, by the name after the fence, otherwise by its content. */
export function passageKindOfFence(name: string, body: string): PassageKind {
  const language = name.toLowerCase()
  if (/^(?:json|json5|jsonc|jsonl|geojson)$/.test(language)) return 'json'
  if (/^(?:log|logs|console|output|terminal|stdout|stderr|traceback)$/.test(language)) return 'log'
  if (/^(?:md|markdown)$/.test(language)) return 'quote'
  if (/^(?:csv|tsv|table)$/.test(language)) return 'table'
  if (language && !/^(?:text|txt|plain|plaintext)$/.test(language)) return 'code'
  const lines = body
    .slice(0, 4000)
    .split('\n')
    .map((line) => line.slice(0, READ).trimEnd())
    .filter(Boolean)
  const share = (pattern: RegExp): number =>
    lines.filter((line) => pattern.test(line)).length / Math.max(1, lines.length)
  if (/^\s*[[{]/.test(body) && share(JSON_LINE) > 0.6) return 'json'
  if (share(LOG_LINE) >= 0.5) return 'log'
  if (lines.length > 1 && share(TABLE_ROW) > 0.7) return 'table'
  return 'code'
}

/** The kind of each line of a paragraph. Code, tables and logs are recognised only next to lines of their kind. */
export function passageKindOfLines(lines: readonly string[]): PassageKind[] {
  const starts = lines.map((line) => line.slice(0, READ).trimEnd())
  const kinds = starts.map(
    (line, i): PassageKind => (/^\s*>/.test(line) ? 'quote' : isJson(lines, i) ? 'json' : 'prose'),
  )
  mark(kinds, starts, { pattern: LOG_LINE, kind: 'log', least: 3, share: 0.6 })
  mark(kinds, starts, { pattern: TABLE_ROW, kind: 'table', least: 2, share: 1 })
  markColumns(kinds, starts)
  mark(kinds, starts, { pattern: JSON_LINE, kind: 'json', least: 3, share: 1 })
  mark(kinds, starts, { pattern: CODE_LINE, kind: 'code', least: 3, share: 0.6 })
  if (lines.length === 2) mark(kinds, starts, { pattern: CODE_LINE, kind: 'code', least: 2, share: 1 })
  return kinds
}

/** True for a complete object or list on one line. */
function isJson(lines: readonly string[], at: number): boolean {
  const line = lines[at]!
  if (!/^\s*[{[]/.test(line.slice(0, READ))) return false
  const end = line.slice(-READ).trimEnd().at(-1)
  if (end !== '}' && end !== ']') return false
  const start = line.slice(0, READ)
  return /^\s*(?:\{\s*["'][^"']+["']\s*:|\[\s*(?:\{|"[^"]*"\s*,|-?\d+(?:\.\d+)?\s*,|\[))/.test(start)
}

interface Rule {
  readonly pattern: RegExp
  readonly kind: PassageKind
  readonly least: number
  readonly share: number
}

/** Marks each run of lines in which at least `share` match. It starts and ends with a match and has `least` or more. */
function mark(kinds: PassageKind[], lines: readonly string[], rule: Rule): void {
  const hits = lines.map((line, i) => kinds[i] === 'prose' && rule.pattern.test(line))
  let from = hits.indexOf(true)
  while (from >= 0) {
    let matched = 0
    let last = from
    for (let i = from; i < lines.length && kinds[i] === 'prose'; i++) {
      if (hits[i]) {
        matched++
        last = i
      } else if (rule.share >= 1 || i - last > 3) break
    }
    if (matched >= rule.least && matched >= rule.share * (last - from + 1)) kinds.fill(rule.kind, from, last + 1)
    from = hits.indexOf(true, last + 1)
  }
}

/** Marks three or more lines with the same number of commas, semicolons or wide gaps, and without sentences. */
function markColumns(kinds: PassageKind[], lines: readonly string[]): void {
  for (const separator of [/,/g, /;/g, /\S {2,}(?=\S)/g]) {
    const columns = lines.map((line, i) =>
      kinds[i] === 'prose' && !/[.!?:] |, |; /.test(line) ? (line.match(separator)?.length ?? 0) : 0,
    )
    let from = 0
    while (from < lines.length) {
      let to = from + 1
      while (to < lines.length && columns[to] === columns[from]) to++
      if (columns[from]! >= 2 && to - from >= 3) kinds.fill('table', from, to)
      from = to
    }
  }
}
