import { matchesOf } from '../matches-of.ts'
import { DOTTED_NAME } from './extract-identifiers.ts'
import type { TagSheet } from './sheet.ts'

const URL =
  /(?<![\p{L}\d])(?:[a-z][a-z\d+.-]{1,9}:\/\/|www\.)[^\s<>"'`{}|\\^\u0080-\u009f\u2000-\u206f\u2e80-\uffff]{2,2000}/giu
const HOST =
  /^(?:[A-Za-z\d-]{1,63}\.){1,5}(?:com|org|net|io|dev|ai|app|co|edu|gov|info|biz|eu|de|fr|uk|us|ch|at|nl|it|es|pt|pl|ru|jp|cn|in|br|ca|au)(?::\d{1,5})?(?:\/\S*)?$/
/** A letter or digit behind the scheme or `www.`: `http://...` is no address. */
const HAS_HOST = /^(?:[^:]*:\/\/|www\.)[^\p{L}\d]*[\p{L}\d]/iu

/** Addresses with a scheme or `www.`, and bare hosts under well-known endings. */
export function extractUrls(sheet: TagSheet): void {
  const { text } = sheet
  if (text.includes('://') || /www\./i.test(text)) {
    for (const match of matchesOf(text, URL)) {
      const url = trimmed(match[0])
      if (!HAS_HOST.test(url)) continue
      sheet.put({ kind: 'url', text: canonical(url), start: match.index, end: match.index + url.length })
    }
  }
  for (const chunk of sheet.chunks) {
    if (chunk.text.includes('.') && HOST.test(chunk.text) && !DOTTED_NAME.test(chunk.text))
      sheet.put({ kind: 'url', text: canonical(chunk.text), start: chunk.start, end: chunk.end })
  }
}

/** Removes punctuation of the surrounding sentence, and closing brackets if the address has no opening one. */
function trimmed(url: string): string {
  let end = url.length
  while (end > 0) {
    const last = url.charAt(end - 1)
    if ('.,;:!?*_~'.includes(last)) end--
    else if (last === ')' && !url.includes('(')) end--
    else if (last === ']' && !url.includes('[')) end--
    else break
  }
  return url.slice(0, end)
}

function canonical(url: string): string {
  const path = url.indexOf('/', url.indexOf('://') + 3)
  const host = path < 0 ? url : url.slice(0, path)
  return (host.toLowerCase() + (path < 0 ? '' : url.slice(path))).replace(/\/$/, '')
}
