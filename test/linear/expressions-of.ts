import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A regular expression of the source, and its position. */
export interface Expression {
  readonly file: string
  readonly line: number
  readonly source: string
  readonly flags: string
}

/** Text before a literal, where a value is expected. After a name, number or closing bracket, `/` is a division. */
const BEFORE_LITERAL = /[(,=:[!&|?{};+\-*%<>~^]$|^$|\b(?:return|typeof|case|in|of|do|else|void|delete|yield|await)$/

/** A non-null assertion. */
const ASSERTED = /[\w)\]]!$/

/** TypeScript files below `folder` except tests. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(file))
    .map((file) => path.join(folder, file))
}

/** Regular expression literals of a TypeScript file, left to right. */
export function literalsIn(file: string): Expression[] {
  return literalsOf(readFileSync(file, 'utf8')).map((found) => ({ file, ...found }))
}

/** Regular expression literals of a source text. Comments, strings and templates are skipped, but not `${…}` in templates. */
export function literalsOf(text: string): Omit<Expression, 'file'>[] {
  const found: Omit<Expression, 'file'>[] = []
  /** Number of open braces in each template around the position. */
  const templates: number[] = []
  let before = ''
  let at = text.startsWith('#!') ? text.indexOf('\n') : 0
  const skipTo = (end: number): void => {
    at = end < 0 ? text.length : end
  }
  while (at < text.length) {
    const sign = text[at]!
    if (text.startsWith('//', at)) skipTo(text.indexOf('\n', at))
    else if (text.startsWith('/*', at)) skipTo(text.indexOf('*/', at + 2) + 2)
    else if (sign === "'" || sign === '"') {
      at = endOfQuoted(text, at + 1, sign)
      before = 'x)'
    } else if (sign === '`' || (sign === '}' && templates.at(-1) === 0)) {
      if (sign === '}') templates.pop()
      at = endOfTemplate(text, at + 1)
      if (text[at - 1] === '{') {
        templates.push(0)
        before = ''
      } else before = 'x)'
    } else if (sign === '/' && BEFORE_LITERAL.test(before) && !ASSERTED.test(before)) {
      const end = endOfLiteral(text, at + 1)
      const flags = /^[a-z]*/.exec(text.slice(end))![0]
      const line = text.slice(0, at).split('\n').length
      found.push({ line, source: text.slice(at + 1, end - 1), flags })
      at = end + flags.length
      before = 'x)'
    } else {
      if (templates.length && sign === '{') templates[templates.length - 1]!++
      if (templates.length && sign === '}') templates[templates.length - 1]!--
      if (/\S/.test(sign))
        before = `${/\w/.test(sign) && /\s$/.test(text.slice(0, at)) ? '' : before}${sign}`.slice(-12)
      at++
    }
  }
  return found
}

function endOfQuoted(text: string, from: number, quote: string): number {
  let at = from
  while (at < text.length && text[at] !== quote) at += text[at] === '\\' ? 2 : 1
  return at + 1
}

/** The index after the closing quote, or after the `${` of the next expression. */
function endOfTemplate(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '`') {
    if (text.startsWith('${', at)) return at + 2
    at += text[at] === '\\' ? 2 : 1
  }
  return at + 1
}

function endOfLiteral(text: string, from: number): number {
  let at = from
  let isInClass = false
  while (at < text.length && (isInClass || text[at] !== '/')) {
    if (text[at] === '[') isInClass = true
    else if (text[at] === ']') isInClass = false
    at += text[at] === '\\' ? 2 : 1
  }
  return at + 1
}
