import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A regular expression of the source, and where it stands. */
export interface Expression {
  readonly file: string
  readonly line: number
  readonly source: string
  readonly flags: string
}

/** What a literal may follow: where a value is expected. Behind a name, a number or a closing bracket `/` divides. */
const BEFORE_LITERAL = /[(,=:[!&|?{};+\-*%<>~^]$|^$|\b(?:return|typeof|case|in|of|do|else|void|delete|yield|await)$/

/** A value that is said not to be undefined. */
const ASSERTED = /[\w)\]]!$/

/** The files of TypeScript below `folder` that are no tests. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(file))
    .map((file) => path.join(folder, file))
}

/** The literals of regular expressions in a file of TypeScript, left to right. */
export function literalsIn(file: string): Expression[] {
  return literalsOf(readFileSync(file, 'utf8')).map((found) => ({ file, ...found }))
}

/** The same of a text. Comments, strings and templates are skipped, expressions in templates are not. */
export function literalsOf(text: string): Omit<Expression, 'file'>[] {
  const found: Omit<Expression, 'file'>[] = []
  /** Braces open in each template that the position is inside of. */
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

/** Behind the closing sign, or behind the `${` of the next expression. */
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
