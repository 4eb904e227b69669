/** Makes text safe for a terminal: control characters become `?`, tabs become spaces. */
export function printableText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, '  ')
    .replace(/[^\P{C}\n]/gu, '?')
}

/** Characters that take two columns: East Asian scripts and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u
const NARROW_ONLY = /^[ -~]*$/

/** Width of a text without line breaks, in columns. */
export function widthOf(text: string): number {
  if (NARROW_ONLY.test(text)) return text.length
  let width = 0
  for (const sign of text) width += signWidth(sign)
  return width
}

function signWidth(sign: string): number {
  if (/\p{M}/u.test(sign)) return 0
  return WIDE.test(sign) ? 2 : 1
}

/** Wraps a text into at least one line of at most `width` columns, between words if possible. */
export function wrapText(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line.trimEnd(), width))
}

function wrapLine(line: string, width: number): string[] {
  if (widthOf(line) <= width) return [line]
  const lines: string[] = []
  let current = ''
  let room = width
  for (const word of line.split(/(?<= )/)) {
    const need = widthOf(word.trimEnd())
    if (need > room && current) {
      lines.push(current.trimEnd())
      current = ''
      room = width
    }
    if (need <= room) {
      current += word
      room -= widthOf(word)
      continue
    }
    const pieces = cutWord(word, width)
    lines.push(...pieces.slice(0, -1))
    current = pieces.at(-1)!
    room = width - widthOf(current)
  }
  if (current.trim() || !lines.length) lines.push(current.trimEnd())
  return lines
}

/** Cuts a word that is wider than a line. */
function cutWord(word: string, width: number): string[] {
  const pieces: string[] = []
  let piece = ''
  let used = 0
  for (const sign of word) {
    const need = signWidth(sign)
    if (used + need > width && piece) {
      pieces.push(piece)
      piece = ''
      used = 0
    }
    piece += sign
    used += need
  }
  return [...pieces, piece]
}

/** Pads a text with spaces to `width` columns. */
export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}
