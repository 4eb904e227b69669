import { parseJson } from '../../json.ts'
import type { Piece, Transcript } from '../transcript.ts'

/**
 * Everything that digests, recalls and shorter forms may quote of message `index`, as one text: names and ids, what was said,
 * and the strings in JSON without their escapes. A function of the message, since snapshots refer to places in it.
 */
export function messageText(transcript: Transcript, index: number): string {
  const heads = [transcript.nameOf(index) ?? '', ...transcript.opaqueKindsOf(index)]
  return [...heads, ...transcript.piecesOf(index).flatMap(textsOf)].filter(Boolean).join('\n')
}

function textsOf({ kind, name = '', callId = '', text }: Piece): string[] {
  const texts = [name, callId, text]
  if (kind !== 'said' && text.includes('\\')) collectStrings(parseJson(text), texts)
  return texts
}

function collectStrings(value: unknown, into: string[]): void {
  if (typeof value === 'string') into.push(value)
  else if (Array.isArray(value)) for (const each of value) collectStrings(each, into)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) {
      into.push(key)
      collectStrings(each, into)
    }
  }
}
