import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const PAGE = new URL('../CLUSTER.md', import.meta.url)
const HEAD = `# Several nodes

Each section is written by the command that it names, on the machine that it names.
`

/** A part of bench/CLUSTER.md under its own heading. */
export interface Section {
  readonly title: string
  readonly text: string
}

/** Replaces these sections of the page and keeps the others. */
export function writeSections(sections: readonly Section[]): void {
  const old = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : HEAD
  const [, ...parts] = old.split(/^## /m)
  const kept = new Map(
    parts.map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1).trim()]),
  )
  for (const { title, text } of sections) kept.set(title, text.trim())
  writeFileSync(PAGE, `${HEAD}${[...kept].map(([title, text]) => `\n## ${title}\n\n${text}\n`).join('')}`)
}
