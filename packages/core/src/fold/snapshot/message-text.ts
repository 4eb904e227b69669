import { isObject, parseJson } from '../../json.ts'
import type { Piece, Transcript } from '../transcript.ts'

/**
 * Everything that digests, recalls and shortened forms may quote from message `index`, as one text: names, ids, the spoken
 * text, and unescaped JSON strings. A function of the message alone, since snapshots refer to positions in it.
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
  else if (isObject(value)) {
    for (const [key, each] of Object.entries(value)) {
      into.push(key)
      collectStrings(each, into)
    }
  }
}
