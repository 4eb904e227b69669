import { isFrame } from './block-kind.ts'
import { cut, leftOut } from './left-out.ts'

/** Code of libraries and of the runtime, by its path. Questions about an error concern the user's own code. */
const FOREIGN =
  /node_modules|site-packages|dist-packages|[\\/]lib[\\/]python|\bnode:|<frozen|<anonymous>|\binternal[\\/]|[\\/]gems[\\/]|[\\/]vendor[\\/]|\.cargo[\\/]|[\\/]rustc[\\/]|[\\/]usr[\\/]|[\\/]runtime[\\/]|\b(?:java|javax|jdk|sun|kotlin|scala|System|Microsoft)\.\w/
const ERROR =
  /^\s*(?:caused by:?\s|\[?\w[\w.:$]*(?:error|exception|warning|interrupt)\b|panic:|fatal|uncaught|thread '|exception in)/i
const LONGEST_LINE = 160
const MAX_ERRORS = 3
const MAX_FRAMES = 4

/** The lines that name the error, the innermost steps in the user's own code, and the number of omitted steps. */
export function traceOutline(lines: readonly string[]): string[] {
  const frames = framesOf(lines)
  const errors = errorsOf(lines)
  const own = frames.filter((frame) => !FOREIGN.test(frame))
  const inner = innermost(lines, own.length ? own : frames)
  const shown = [...errors, ...inner].map((line) => cut(line, LONGEST_LINE))
  return [...shown, ...leftOut(frames.length - inner.length, 'frame')]
}

/** The steps, with the line of code below a step if there is one. */
function framesOf(lines: readonly string[]): string[] {
  const frames: string[] = []
  for (const [place, line] of lines.entries()) {
    if (!isFrame(line)) continue
    const below = /^\s*File "/.test(line) ? (lines[place + 1] ?? '') : ''
    const code = below && /^\s{3,}\S/.test(below) && !isFrame(below) ? `: ${below.trim()}` : ''
    frames.push(line.trim() + code)
  }
  return frames
}

function errorsOf(lines: readonly string[]): string[] {
  const named = lines.filter((line) => !isFrame(line) && ERROR.test(line) && !HEAD.test(line))
  if (named.length) return named.slice(0, MAX_ERRORS).map((line) => line.trim())
  const first = lines.findIndex(isFrame)
  const before = lines.slice(0, first).findLast((line) => line.trim() && !HEAD.test(line))
  return before ? [before.trim()] : []
}

const HEAD = /most recent call (?:last|first)/i

/** The steps nearest to the error: the last ones if the error is below the steps, otherwise the first ones. */
function innermost(lines: readonly string[], frames: readonly string[]): readonly string[] {
  const isLast = lines.some((line) => /most recent call last/i.test(line))
  return isLast ? frames.slice(-MAX_FRAMES) : frames.slice(0, MAX_FRAMES)
}
