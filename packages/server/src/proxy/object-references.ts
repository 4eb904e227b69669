import type { Transform } from 'node:stream'
import { ServiceError } from '../errors.ts'
import type { BodyInspector } from '../gate/streamed-body.ts'
import { MAX_REFERENCE_CHARACTERS, REFERENCE } from '../provider-apis/stored-objects.ts'

/** Limit of remembered ids. It is high, because names in code, file names and `custom_id`s of a batch also look like ids. */
const MAX_REFERENCES = 20_000
/** The most bytes of one character of an id: the escape `\u0066` in UTF-32. */
const MAX_CHARACTER_BYTES = 6 * 4
/** The longest id with the character before it, so that an id is found wherever the body is cut. */
const CARRIED_CHARACTERS = (1 + MAX_REFERENCE_CHARACTERS) * MAX_CHARACTER_BYTES

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
          message: `The request body names more than ${MAX_REFERENCES} objects. Split it into several requests.`,
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
 * are decoded. `openDecoder` gets the first bytes.
 */
export function inspectDecoded(
  openDecoder: (beginning: Buffer) => Transform,
  inspector: BodyInspector,
  { maxBytes }: { readonly maxBytes: number },
): BodyInspector {
  let opened: Transform | undefined
  let failure: Error | undefined
  let size = 0
  const over = Promise.withResolvers<void>()
  const fail = (error: Error): void => {
    failure ??= error
    opened?.destroy()
  }
  const inspect = (chunk: Buffer): void => {
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
  }
  const onError = (cause: Error): void => {
    failure ??= new ServiceError('invalid_request', {
      message: 'The request body could not be decoded. Check its Content-Encoding.',
      cause,
    })
  }
  const decoderOf = (chunk: Buffer): Transform => {
    if (failure) throw failure
    opened ??= openDecoder(chunk).on('data', inspect).on('error', onError).on('close', over.resolve)
    return opened
  }
  return {
    push(chunk) {
      const decoder = decoderOf(chunk)
      if (decoder.write(chunk)) return undefined
      const { promise: hasDrained, resolve } = Promise.withResolvers<void>()
      decoder.once('drain', resolve)
      return Promise.race([hasDrained, over.promise]).then(() => {
        if (failure) throw failure
      })
    },
    async check() {
      decoderOf(Buffer.alloc(0)).end()
      await over.promise
      if (failure) throw failure
      await inspector.check()
    },
    destroy: () => fail(new Error('The request body was abandoned before its check.')),
  }
}

/** JSON allows any character of a string to be written as its code. Some parsers also read UTF-16 and UTF-32. */
function plain(given: string): string {
  const text = given.includes('\0') ? given.replaceAll('\0', '') : given
  if (!text.includes('\\u00')) return text
  return text.replace(/\\u00([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
