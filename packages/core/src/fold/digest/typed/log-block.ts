import { templateOf } from './block-kind.ts'
import { cut, leftOut } from './left-out.ts'

const TROUBLE =
  /\b(?:error|err|fatal|critical|severe|panic|exception|fail(?:ed|ure|s)?|denied|refused|timed? ?out|traceback|unreachable|warn(?:ing)?)\b/i
const LONGEST_LINE = 200
const MAX_TROUBLE = 5
const MAX_RARE = 2

/**
 * Outline of a log: its first and last line, one line of each kind of trouble with its count, unique lines, and the numbers of
 * omitted lines between them.
 */
export function logOutline(lines: readonly string[]): string[] {
  const filled = lines.filter((line) => line.trim())
  const templates = filled.map(templateOf)
  const times = new Map<string, number>()
  const firsts: number[] = []
  for (const [place, template] of templates.entries()) {
    const before = times.get(template) ?? 0
    if (before === 0) firsts.push(place)
    times.set(template, before + 1)
  }
  const trouble = firsts.filter((place) => TROUBLE.test(filled[place]!)).slice(0, MAX_TROUBLE)
  // A log in which every line is different has no unusual lines.
  const isEven = times.size <= 0.5 * filled.length
  const rare = isEven ? firsts.filter((place) => times.get(templates[place]!) === 1 && !trouble.includes(place)) : []
  const places = [...new Set([0, ...trouble, ...rare.slice(0, MAX_RARE), filled.length - 1])].sort((a, b) => a - b)
  const outline: string[] = []
  let next = 0
  for (const place of places) {
    outline.push(...leftOut(place - next, 'line'))
    const count = trouble.includes(place) ? times.get(templates[place]!)! : 1
    outline.push(cut(filled[place]!.trim(), LONGEST_LINE) + (count > 1 ? ` (×${count})` : ''))
    next = place + 1
  }
  return outline
}
