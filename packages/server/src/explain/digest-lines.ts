import type { AddedText, ExplainedMessage, Explanation } from './explanation.ts'

const LINE_HEAD = /^(\d+)([UATS])(?: |$)/
const LETTERS: Readonly<Record<string, string>> = { U: 'user', A: 'assistant', T: 'tool', S: 'system' }

/**
 * Digest lines by the index of the message that they quote. A line names turn and speaker. Without them, or if the
 * message is not found, it belongs to the message of the line before, or to the first message of the digest.
 */
export function digestLinesByMessage({ messages, added }: Explanation): ReadonlyMap<number, readonly string[]> {
  const lines = new Map<number, string[]>()
  const digests = added.filter(({ kind }) => kind === 'digest')
  for (const [place, digest] of digests.entries()) {
    const to = digests[place + 1]?.from ?? messages.length
    const folded = messages.slice(digest.from, to).filter(({ fate }) => fate === 'folded')
    placeLines(digest, folded, lines)
  }
  return lines
}

/** Separates the head of a digest from its lines. A digest that continues the previous one has no head. */
export function splitDigest(text: string): { readonly head: string; readonly lines: readonly string[] } {
  const lines = text.split('\n')
  if (LINE_HEAD.test(text)) return { head: '', lines }
  return { head: lines[0]!, lines: lines.slice(1) }
}

function placeLines(digest: AddedText, folded: readonly ExplainedMessage[], lines: Map<number, string[]>): void {
  const used = new Set<number>()
  let at = digest.from
  for (const line of splitDigest(digest.text).lines) {
    const [, turn, letter] = LINE_HEAD.exec(line) ?? []
    const message = folded.find(
      (each) => each.turn === Number(turn) && each.role === LETTERS[letter ?? ''] && !used.has(each.index),
    )
    if (message) {
      at = message.index
      used.add(at)
    }
    const known = lines.get(at)
    if (known) known.push(line)
    else lines.set(at, [line])
  }
}
