import type { Transform } from 'node:stream'
import { ServiceError } from '../errors.ts'
import type { BodyInspector } from '../gate/streamed-body.ts'
import { REFERENCE } from '../provider-apis/stored-objects.ts'

/** Largest number of remembered ids, more than any request needs. */
const MAX_REFERENCES = 20_000
/** Longest id, escapes included. */
const CARRIED_CHARACTERS = 1024

/**
 * Finds the ids of objects in a body that is passed on. Without this check, a batch over a file of another account would
 * reveal its content. `isForeign` is asked before the end of the body is sent.
 */
export function inspectReferences(isForeign: (ids: readonly string[]) => Promise<boolean>): BodyInspector {
  const found = new Set<string>()
  let carried = ''
  return {
    push(chunk) {
      // Each byte becomes one character: ids are ASCII, and no other character contains an ASCII byte.
      const text = carried + chunk.toString('latin1')
      for (const [id] of plain(text).matchAll(REFERENCE)) found.add(id)
      if (found.size > MAX_REFERENCES) {
        throw new ServiceError('invalid_request', {
          message: `The request body names more than ${MAX_REFERENCES} objects.`,
        })
      }
      carried = text.slice(-CARRIED_CHARACTERS)
      return undefined
    },
    async check() {
      if (await isForeign([...found])) throw new ServiceError('not_found')
    },
    destroy() {},
  }
}

/**
 * Searches a compressed body of at most `maxBytes` decoded bytes. Its bytes are passed on unchanged, at the speed at which they
 * are decoded.
 */
export function inspectDecoded(
  decoder: Transform,
  inspector: BodyInspector,
  { maxBytes }: { readonly maxBytes: number },
): BodyInspector {
  let failure: Error | undefined
  let size = 0
  const isOver = new Promise<void>((resolve) => {
    decoder.on('close', resolve).on('error', (cause) => {
      failure ??= new ServiceError('invalid_request', {
        message: 'The request body could not be decoded. Check its Content-Encoding.',
        cause,
      })
    })
  })
  const fail = (error: Error): void => {
    failure ??= error
    decoder.destroy()
  }
  decoder.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxBytes) {
      fail(new ServiceError('body_too_large', { message: `The decoded request body exceeds ${maxBytes} bytes.` }))
      return
    }
    try {
      void inspector.push(chunk)
    } catch (error) {
      fail(error as Error)
    }
  })
  return {
    push(chunk) {
      if (failure) throw failure
      if (decoder.write(chunk)) return undefined
      const hasDrained = new Promise<void>((resolve) => void decoder.once('drain', resolve))
      return Promise.race([hasDrained, isOver]).then(() => {
        if (failure) throw failure
      })
    },
    async check() {
      decoder.end()
      await isOver
      if (failure) throw failure
      await inspector.check()
    },
    destroy: () => void decoder.destroy(),
  }
}

/** JSON allows any character of a string to be written as its code. Some parsers also read UTF-16 and UTF-32. */
function plain(given: string): string {
  const text = given.includes('\0') ? given.replaceAll('\0', '') : given
  if (!text.includes('\\u00')) return text
  return text.replace(/\\u00([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
