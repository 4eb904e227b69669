import type { Transform } from 'node:stream'
import { ServiceError } from '../errors.ts'
import type { BodyInspector } from '../gate/streamed-body.ts'
import { REFERENCE } from '../provider-apis/stored-objects.ts'

/** More than any request needs, and few enough to be kept. */
const MOST_REFERENCES = 20_000
/** No id is longer, escapes included. */
const CARRIED_CHARACTERS = 1024

/**
 * Finds the ids of objects in a body that is passed on: a batch over a file of another account would show what is in it.
 * `isForeign` is asked before the end of the body leaves.
 */
export function inspectReferences(isForeign: (ids: readonly string[]) => Promise<boolean>): BodyInspector {
  const found = new Set<string>()
  let carried = ''
  return {
    push(chunk) {
      // Every byte is a character: ids are ASCII, and no other character has a byte of it.
      const text = carried + chunk.toString('latin1')
      for (const [id] of plain(text).matchAll(REFERENCE)) found.add(id)
      if (found.size > MOST_REFERENCES) {
        throw new ServiceError('invalid_request', {
          message: `The request body names more than ${MOST_REFERENCES} objects.`,
        })
      }
      carried = text.slice(-CARRIED_CHARACTERS)
    },
    async check() {
      if (await isForeign([...found])) throw new ServiceError('not_found', { message: 'Not found.' })
    },
  }
}

/** Looks into a compressed body, whose bytes are passed on as they are. */
export function inspectDecoded(decoder: Transform, inspector: BodyInspector): BodyInspector {
  let failure: Error | undefined
  const isOver = new Promise<void>((resolve) => {
    decoder.on('close', resolve).on('error', (cause) => {
      failure ??= new ServiceError('invalid_request', { message: 'The request body cannot be decoded.', cause })
    })
  })
  decoder.on('data', (chunk: Buffer) => {
    try {
      if (!failure) inspector.push(chunk)
    } catch (error) {
      failure = error as Error
    }
  })
  return {
    push(chunk) {
      if (failure) throw failure
      decoder.write(chunk)
    },
    async check() {
      decoder.end()
      await isOver
      if (failure) throw failure
      await inspector.check()
    },
  }
}

/** JSON allows any character of a string to be written as its code. */
function plain(text: string): string {
  if (!text.includes('\\u00')) return text
  return text.replace(/\\u00([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
