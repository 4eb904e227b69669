import { compactJson } from '../compact-json.ts'
import type { Shortening } from '../shortening.ts'

/** JSON without what only a parser needs. */
export const json: Shortening = {
  shorten(lines, { output, read }) {
    const [line] = lines
    if (!read.json || !line || line.kind !== 'line' || !isExact(output.text)) return lines
    return [{ ...line, text: compactJson(read.json.value) }]
  },
}

/** Whether reading and writing gives the same values: not with figures a double cannot hold, or keys given twice. */
function isExact(text: string): boolean {
  return !/\d{16}|\d\.\d*0[,\s\]}]|[eE][+-]?\d{2}|"__proto__"/.test(text) && keysAreUnique(text)
}

function keysAreUnique(text: string): boolean {
  const squeezed = text.replace(/\s+/g, '')
  // Writing what was read is as long as the text without white space unless something was lost or spelled otherwise.
  return JSON.stringify(JSON.parse(text)).replace(/\s+/g, '').length === squeezed.length
}
