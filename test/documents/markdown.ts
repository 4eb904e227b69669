import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../..')

/** A document; its path starts at the root of the repository. */
export interface Document {
  readonly path: string
  readonly text: string
}

const SKIPPED = new Set(['node_modules', '.git', 'dist', 'coverage', 'data'])

/** Every markdown file of the repository, sorted by path. */
export function readDocuments(directory = ROOT): Document[] {
  return readdirSync(directory, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(directory, entry.name)
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : readDocuments(path)
      if (!entry.name.endsWith('.md')) return []
      return [{ path: relative(ROOT, path), text: readFileSync(path, 'utf8') }]
    })
    .sort((left, right) => (left.path < right.path ? -1 : 1))
}

/** The text without fenced code and code spans, in which brackets and `#` are not markup. */
export function withoutCode(text: string): string {
  return text.replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[^\S\n]*$/gm, '').replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '`')
}

/** Targets of links and images, as they are written. */
export function linkTargets(text: string): string[] {
  const prose = withoutCode(text)
  const inline = [...prose.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)]
  const defined = [...prose.matchAll(/^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)>?/gm)]
  return [...inline, ...defined].map(([, target]) => target!)
}

/** The anchors of a document: one for each heading, as GitHub makes them, and explicit ids. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  const code = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[^\S\n]*$/gm
  for (const [, heading] of text.replace(code, '').matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const slug = slugOf(heading!)
    let anchor = slug
    for (let copy = 1; anchors.has(anchor); copy++) anchor = `${slug}-${copy}`
    anchors.add(anchor)
  }
  for (const [, id] of text.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id!)
  return anchors
}

function slugOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-')
}

/** The cells of the rows of every table whose first column has this head, the head row left out. */
export function tableRows(text: string, head: string): string[][] {
  const rows: string[][] = []
  let isInside = false
  for (const line of text.split('\n')) {
    if (!line.startsWith('|')) {
      isInside = false
      continue
    }
    const cells = line.slice(1, line.lastIndexOf('|')).split(/(?<!\\)\|/)
    const trimmed = cells.map((cell) => cell.trim())
    if (trimmed[0] === head) isInside = true
    else if (isInside && !/^:?-+:?$/.test(trimmed[0]!)) rows.push(trimmed)
  }
  return rows
}
